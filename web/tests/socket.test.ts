// The line to the server against a scripted WebSocket: it notices silence, comes back by itself, and wakes with the device.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import './browser'
import { Line } from './line'
import { Socket } from '../src/lib/socket'
import type { Connection } from '../src/lib/socket'
import type { ServerMessage } from '../src/lib/types.gen'

let socket: Socket
let states: Connection[]
let heard: ServerMessage[]
let opened: number
let woken: number

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  vi.stubGlobal('WebSocket', Line)
  Line.all = []
  states = []
  heard = []
  opened = woken = 0
  socket = new Socket({ opened: () => opened++, received: (m) => heard.push(m), changed: (s) => states.push(s), woke: () => woken++ })
})
afterEach(() => {
  socket.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('it speaks to the house below its own path, and greets', () => {
  expect(Line.last.url.href).toBe('ws://house.test/games/ws')
  expect(socket.send({ t: 'ping' })).toBe(false)
  Line.last.open()
  expect(Line.last.sent).toEqual([{ t: 'hello', version: 1, page: expect.stringMatching(/^.{8,40}$/) }])
  expect([states, opened]).toEqual([['open'], 1])
})

test('pongs are not news, everything else is', () => {
  Line.last.open()
  Line.last.say({ t: 'pong' })
  Line.last.say({ t: 'welcome', you: { id: 'x', name: 'A' }, version: 1 })
  expect(heard.map((m) => m.t)).toEqual(['welcome'])
})

test('a broken line comes back, waiting longer each time but never more than 2 s', () => {
  Line.last.open()
  Line.last.break()
  expect(states).toEqual(['open', 'lost'])
  const waits: number[] = []
  for (let i = 0; i < 8; i++) {
    const [lines, since] = [Line.all.length, performance.now()]
    while (Line.all.length === lines) vi.advanceTimersByTime(5)
    waits.push(performance.now() - since)
    Line.last.break()
  }
  expect(waits[0]).toBeLessThanOrEqual(250)
  expect(waits[3]).toBeGreaterThan(1000)
  expect(Math.max(...waits)).toBeLessThanOrEqual(2005)
  vi.advanceTimersByTime(3000)
  Line.last.open()
  expect(states.at(-1)).toBe('open')
  expect(opened).toBe(2)
})

test('it pings every 2.5 s and gives up a line that is silent for 9 s', () => {
  Line.last.open()
  vi.advanceTimersByTime(7_600)
  expect(Line.last.sent.filter((m) => m.t === 'ping')).toHaveLength(3)
  expect(Line.all).toHaveLength(1)
  vi.advanceTimersByTime(3_000)
  expect(Line.all).toHaveLength(2)
  expect(Line.all[0]!.readyState).toBe(3)
  expect(states).toEqual(['open', 'lost'])
})

test('a line that never opens is tried again', () => {
  vi.advanceTimersByTime(4_300)
  expect(Line.all).toHaveLength(2)
})

test('what an old line still says is not heard', () => {
  const old = Line.last
  old.open()
  old.break()
  vi.advanceTimersByTime(250)
  old.say({ t: 'welcome' })
  old.break()
  expect(heard).toEqual([])
  expect(Line.all).toHaveLength(2)
})

describe('waking', () => {
  test('the network is back: it tries at once', () => {
    Line.last.open()
    Line.last.break()
    dispatchEvent(new Event('online'))
    expect(Line.all).toHaveLength(2)
  })
  test('an old line that does not answer within 2 s is given up', () => {
    Line.last.open()
    document.dispatchEvent(new Event('visibilitychange'))
    vi.advanceTimersByTime(2_100)
    expect(Line.all).toHaveLength(2)
  })
  test('the device has lost its network: the line must answer, or the sign is shown long before silence would tell', () => {
    Line.last.open()
    dispatchEvent(new Event('offline'))
    vi.advanceTimersByTime(2_100)
    expect(states).toEqual(['open', 'lost'])
  })
  test('a line that broke unnoticed while the page slept is not waited for', () => {
    Line.last.open()
    Line.last.readyState = 3
    dispatchEvent(new Event('pageshow'))
    expect(Line.all).toHaveLength(2)
  })
  test('a page that is put aside for "back" holds no line, and has one again when it is shown', () => {
    Line.last.open()
    dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true }))
    expect(Line.all[0]!.readyState).toBe(3)
    vi.advanceTimersByTime(60_000)
    expect(Line.all).toHaveLength(1)
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    Line.last.open()
    expect(states).toEqual(['open', 'lost', 'open'])
  })
  test('a page that goes for good needs no farewell', () => {
    Line.last.open()
    dispatchEvent(Object.assign(new Event('pagehide'), { persisted: false }))
    expect(Line.all[0]!.readyState).toBe(1)
  })
  test('an old line that answers is kept, and what it showed is asked for again', () => {
    Line.last.open()
    document.dispatchEvent(new Event('visibilitychange'))
    vi.advanceTimersByTime(100)
    Line.last.say({ t: 'pong' })
    expect(woken).toBe(1)
    vi.advanceTimersByTime(2_100)
    expect(Line.all).toHaveLength(1)
  })
})

test('a house of another version is not asked again', () => {
  Line.last.open()
  Line.last.say({ t: 'bye', code: 'version', detail: { version: 2 } })
  Line.last.break()
  dispatchEvent(new Event('online'))
  vi.advanceTimersByTime(20_000)
  expect(states).toEqual(['open', 'outdated'])
  expect(Line.all).toHaveLength(1)
})

test('closed is closed', () => {
  socket.close()
  vi.advanceTimersByTime(20_000)
  expect(Line.all).toHaveLength(1)
})
