import * as z from 'zod/mini'
import { plausibleDay } from '#contract/wire/record.ts'
import { findText } from '#src/list/find-text.ts'

export const MAP_TABS = ['vehicles', 'drivers', 'assets'] as const
export type MapTab = (typeof MAP_TABS)[number]
export const MAP_SORTS = ['name', 'status'] as const
export type MapSort = (typeof MAP_SORTS)[number]

const flag = z.catch(z.optional(z.boolean()), undefined)
const days = z.catch(z.optional(plausibleDay), undefined)
/** Longer than any that a page writes is none of its own; what it means is seen by whoever reads it. */
const word = z.catch(z.optional(z.string().check(z.maxLength(40))), undefined)

/** What the address of the map says. Whatever is not understood there is as if it were absent. */
export const mapSearch = z.object({
  tab: z.catch(z._default(z.enum(MAP_TABS), 'vehicles'), 'vehicles'),
  sort: z.catch(z._default(z.enum(MAP_SORTS), 'name'), 'name'),
  find: findText,
  /** The key of what is picked. */
  at: word,
  /** The map keeps what is picked in the middle. */
  follow: flag,
  /** `41.53,-88.08,9`: the middle of what is seen, in degrees, and the zoom. */
  view: word,
  /** Where what is picked was, on these days. */
  history: flag,
  from: days,
  to: days,
  /** The vendor's id of the one driving period that is shown. */
  period: z.catch(z.optional(z.int()), undefined),
})
export type MapSearch = z.output<typeof mapSearch>

/** What an address that says nothing means; left out of addresses that the page writes. */
export const MAP_DEFAULTS = { tab: 'vehicles', sort: 'name', find: '' } as const satisfies Partial<MapSearch>
