import * as z from 'zod/mini'
import { plausibleDay } from '#contract/wire/record.ts'
import { findText } from '#src/list/find-text.ts'

export const MAP_TABS = ['vehicles', 'drivers', 'assets'] as const
export type MapTab = (typeof MAP_TABS)[number]
export const MAP_SORTS = ['name', 'status'] as const
export type MapSort = (typeof MAP_SORTS)[number]

const flag = z.catch(z.optional(z.boolean()), undefined)
const days = z.catch(z.optional(plausibleDay), undefined)
/** Rejects values longer than the app ever writes. Their meaning is checked where they are used. */
const word = z.catch(z.optional(z.string().check(z.maxLength(40))), undefined)

/** The search values in the URL of the map. Invalid values count as missing. */
export const mapSearch = z.object({
  tab: z.catch(z._default(z.enum(MAP_TABS), 'vehicles'), 'vehicles'),
  sort: z.catch(z._default(z.enum(MAP_SORTS), 'name'), 'name'),
  find: findText,
  /** The key of the selected item. */
  at: word,
  /** The map keeps the selected item in the center. */
  follow: flag,
  /** The view: the center in degrees and the zoom, `41.53,-88.08,9`. */
  view: word,
  /** Shows the history of the selected item on these days. */
  history: flag,
  from: days,
  to: days,
  /** The vendor's id of the shown driving period. */
  period: z.catch(z.optional(z.int()), undefined),
})
export type MapSearch = z.output<typeof mapSearch>

/** The defaults for missing values. The page leaves them out of its URLs. */
export const MAP_DEFAULTS = { tab: 'vehicles', sort: 'name', find: '' } as const satisfies Partial<MapSearch>
