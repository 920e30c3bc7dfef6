import type { IsoDay } from '#src/format/calendar.ts'
import type { AnyQuery } from '../reading/declared-query.ts'

const BRAND = Symbol('kept ahead')

/** A query of the prefetch set. `isFirst`: people need it for their work now. */
export type PrefetchQuery = AnyQuery & { readonly isFirst?: boolean }

/** A part of the prefetch set: queries that are stored on the device before any page needs them. */
export interface PrefetchList {
  readonly [BRAND]: true
  /** The queries for `today`, the company's current day. */
  readonly queries: (today: IsoDay) => readonly AnyQuery[]
  /** What people need for their work now. It is fetched before the rest. */
  readonly isFirst: boolean
}

/**
 * Declares queries to prefetch; those that the user may not see are skipped. Export the list from a file named
 * `*-queries.ts`: the app finds it there.
 */
export const prefetchList = (queries: PrefetchList['queries'], { isFirst = false } = {}): PrefetchList => ({
  [BRAND]: true,
  queries,
  isFirst,
})

export const isPrefetchList = (value: unknown): value is PrefetchList =>
  typeof value === 'object' && value !== null && BRAND in value
