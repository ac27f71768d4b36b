// What the modules under test ask of a browser, and no more: where the house stands, and events.
const page = new EventTarget()
Object.assign(globalThis, {
  document: Object.assign(page, { baseURI: 'http://house.test/games/', visibilityState: 'visible', documentElement: { dataset: {}, lang: '' } }),
  location: { href: 'http://house.test/games/', hostname: 'house.test', pathname: '/games/' },
  history: { pushState: () => undefined, replaceState: () => undefined },
  matchMedia: () => Object.assign(new EventTarget(), { matches: false }),
})
if (!globalThis.navigator) Object.assign(globalThis, { navigator: { languages: ['en'] } })
const outside = new EventTarget()
Object.assign(globalThis, {
  addEventListener: outside.addEventListener.bind(outside),
  removeEventListener: outside.removeEventListener.bind(outside),
  dispatchEvent: outside.dispatchEvent.bind(outside),
})
