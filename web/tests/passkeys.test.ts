import { expect, test } from 'vitest'
import './browser'
import { bytes, text } from '../src/lib/passkeys'
import { routeOf } from '../src/lib/router.svelte'

test('bytes and base64url without padding are the same, whatever the bytes', () => {
  for (let length = 0; length < 12; length++) {
    const some = Uint8Array.from({ length }, (_, i) => 255 - i * 23)
    const written = text(some.buffer)
    expect(written).toMatch(/^[\w-]*$/)
    expect([...bytes(written)]).toEqual([...some])
  }
  expect(text(Uint8Array.of(251, 255, 254).buffer)).toBe('-__-')
})

test('the pages about oneself have addresses; a one-time token stands where no server sees it', () => {
  expect(routeOf('you')).toEqual({ page: 'you' })
  expect(routeOf('kept/')).toEqual({ page: 'kept' })
  expect(routeOf('move', '#0123')).toEqual({ page: 'move', token: '0123', code: '' })
  for (const path of ['you/x', 'move/0123', 'kept/you']) expect(routeOf(path)).toEqual({ page: 'missing' })
})
