import { expect, test, vi } from 'vitest'
import { press } from '../src/lib/press'

/** An element, as far as a press is concerned, and what a pointer or a keyboard does to it. */
function pressed() {
  const act = vi.fn()
  const element = new EventTarget()
  const stop = press(act)(element as unknown as HTMLElement)
  const send = (type: string, fields: object) => element.dispatchEvent(Object.assign(new Event(type), fields))
  return { act, send, stop }
}

test('a press counts when it begins, and once', () => {
  const { act, send } = pressed()
  send('pointerdown', { button: 0 })
  expect(act).toHaveBeenCalledTimes(1)
  send('click', { detail: 1 })
  expect(act).toHaveBeenCalledTimes(1)
})

test('each finger counts for itself', () => {
  const { act, send } = pressed()
  send('pointerdown', { button: 0, pointerId: 1 })
  send('pointerdown', { button: 0, pointerId: 2 })
  expect(act).toHaveBeenCalledTimes(2)
})

test('the keyboard and screen readers click without a pointer', () => {
  const { act, send } = pressed()
  send('click', { detail: 0 })
  send('click', { detail: 1 })
  expect(act).toHaveBeenCalledTimes(2)
})

test('a press that was drawn away does not swallow the next click of the keyboard', () => {
  const { act, send } = pressed()
  send('pointerdown', { button: 0 })
  send('click', { detail: 0 })
  expect(act).toHaveBeenCalledTimes(2)
})

test('other mouse buttons are left to the browser, and nothing is heard after the end', () => {
  const { act, send, stop } = pressed()
  send('pointerdown', { button: 2 })
  if (typeof stop === 'function') stop()
  send('pointerdown', { button: 0 })
  expect(act).not.toHaveBeenCalled()
})
