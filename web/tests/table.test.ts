// What a page knows of a table, against a scripted WebSocket.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import './browser'
import { Line } from './line'
import { TableStore } from '../src/lib/table.svelte'

const table = (match: number) => ({
  code: 'BCDFG', game: 'trios', options: {}, open: false, pace: 1, host: false, watchers: 0, match, playing: true, lines: 1,
  seats: [0, 1].map((seat) => ({ seat, kind: 'person', name: 'Ann', level: null, here: true, mine: seat === 1, host: seat === 0 })),
}) // prettier-ignore
const update = (match: number, seat: string) => ({
  t: 'update', table: 'BCDFG', match, seq: 0, at: 0, running: true, left_ms: null, fresh: false, rows: [],
  views: { [seat]: { game: 'trios' } }, common: { players: [{ kind: 'person' }, { kind: 'person' }], left: [], gone: {} },
}) // prettier-ignore

let store: TableStore

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  vi.stubGlobal('WebSocket', Line)
  store = new TableStore('BCDFG')
  Line.last.open()
})
afterEach(() => {
  store.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const looks = (): unknown[] => Line.last.sent.filter(({ t }) => t === 'look')

test('who is shown the next match from outside looks at their seat again', () => {
  Line.last.say({ t: 'presence', table: table(1) })
  Line.last.say(update(1, '1'))
  expect(looks()).toEqual([{ t: 'look', table: 'BCDFG', seats: [1] }])
  Line.last.say({ t: 'presence', table: table(2) })
  Line.last.say(update(2, 'all'))
  expect(looks()).toHaveLength(2)
  Line.last.say(update(2, '1'))
  expect(looks()).toHaveLength(2)
})
