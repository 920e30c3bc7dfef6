import type { HistoryArea } from './access.ts'

/**
 * An area without a history. The event stream reports no change in it, except that positions on the map have moved.
 *
 * - `figures`: fuel, tolls and other amounts by day, and every sum of them
 * - `imports`: imported reports and the possible duplicates in them
 * - `positions`: positions of vehicles and trailers
 * - `security`: the security log
 * - `sessions`: the sessions of all users
 */
type AreaWithoutHistory = 'figures' | 'imports' | 'positions' | 'security' | 'sessions'

/**
 * What a change changes and what a query shows. A change names the areas whose records it may change, a query the areas
 * whose records it shows. A change in an area makes exactly the queries with that area stale.
 */
export type DataArea = HistoryArea | AreaWithoutHistory
