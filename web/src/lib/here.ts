// The table that a page shows, for the parts of the frame that serve every game alike: talk, who is here.
import { getContext, setContext } from 'svelte'
import type { TableStore } from './table.svelte'

const KEY = Symbol('table')

/** Tells the parts within a page which table it shows. */
export const atTable = (store: TableStore): TableStore => setContext(KEY, store)

/** The table that this page shows, if it shows one. */
export const tableHere = (): TableStore | undefined => getContext<TableStore | undefined>(KEY)
