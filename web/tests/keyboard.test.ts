// Keys that stand for usual ones: whatever is changed, no key means two things and none is lost.
import { afterEach, describe, expect, test } from 'vitest'
import './browser'
import { keyFor, labelFor, trade, tradeBack, usualFor } from '../src/lib/keyboard'
import { isTrade, settings } from '../src/lib/settings.svelte'

const ALL = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) => `Key${letter}`)

afterEach(() => (settings.keys = {}))

describe('a key that is chosen', () => {
  test('trades places with the one it stands for', () => {
    trade('trios', 'KeyQ', 'KeyK')
    expect([keyFor('trios', 'KeyQ'), usualFor('trios', 'KeyK'), labelFor('trios', 'KeyQ')]).toEqual(['KeyK', 'KeyQ', 'K'])
    expect([keyFor('trios', 'KeyK'), usualFor('trios', 'KeyQ')]).toEqual(['KeyQ', 'KeyK'])
    expect(keyFor('triology', 'KeyQ')).toBe('KeyQ')
  })

  test('is one of as many, after any changes', () => {
    let n = 7
    for (let i = 0; i < 300; i++) {
      n = (n * 1103515245 + 12345) % 2 ** 31
      trade('triple3', ALL[n % 26]!, ALL[(n >> 8) % 26]!)
      expect(new Set(ALL.map((usual) => keyFor('triple3', usual))).size).toBe(26)
      for (const usual of ALL) expect(usualFor('triple3', keyFor('triple3', usual))).toBe(usual)
      expect(isTrade(settings.keys.triple3)).toBe(true)
    }
    tradeBack('triple3')
    expect(ALL.map((usual) => keyFor('triple3', usual))).toEqual(ALL)
  })
})

test('what is no trade of keys is not taken from storage', () => {
  for (const bad of [null, 'KeyQ', ['KeyQ'], { KeyQ: 'KeyK' }, { KeyQ: 'KeyK', KeyK: 'KeyK' }, { KeyQ: 1, 1: 'KeyQ' }]) expect(isTrade(bad)).toBe(false)
  expect(isTrade({})).toBe(true)
  expect(isTrade({ KeyQ: 'KeyK', KeyK: 'KeyQ' })).toBe(true)
})
