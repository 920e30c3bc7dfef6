import type { IsoDay } from '#src/format/calendar.ts'
import type { AnyQuery } from '../reading/declared-query.ts'

const BRAND = Symbol('kept ahead')

/** Queries that a device keeps although no page has asked them yet. */
export interface PrefetchList {
  readonly [BRAND]: true
  /** For the company's day `today`. */
  readonly queries: (today: IsoDay) => readonly AnyQuery[]
}

/** Declares queries that a device keeps before any page asks them, as far as its user may see them. The app finds it in `*-queries.ts`. */
export const prefetchList = (queries: PrefetchList['queries']): PrefetchList => ({ [BRAND]: true, queries })

export const isPrefetchList = (value: unknown): value is PrefetchList =>
  typeof value === 'object' && value !== null && BRAND in value
