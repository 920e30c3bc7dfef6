import type { DataArea } from '#contract/wire/data-areas.ts'

/**
 * Whether a query with these `areas` is stale after a change in the `changed` areas. The one rule for settled changes,
 * calls and server events. Queries that were not declared (`declareQuery`) have no areas and never become stale.
 */
export const showsAny = (areas: readonly DataArea[] | undefined, changed: readonly DataArea[]): boolean =>
  areas?.some((area) => changed.includes(area)) ?? false
