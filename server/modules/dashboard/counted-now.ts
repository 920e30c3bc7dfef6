import { DISPATCHER_STATUSES } from '#contract/people/dispatcher-choices.ts'
import { DUTY_STATUSES } from '#contract/people/driver-choices.ts'

/** SQL for how many current people of a table there are of each status, as one object with their `total`. */
function byStatus(table: 'drivers' | 'dispatchers', statuses: readonly string[]): string {
  const counts = statuses.map((status) => `'${status}', count(*) filter (where status = '${status}')`)
  return `(select jsonb_build_object('total', count(*), ${counts.join(', ')}) from ${table} where is_current)`
}

/**
 * SQL for what the company has at this moment: one row, with the columns of `statistic_weeks`. Everybody who stands in the list
 * of users is a worker: what the tile counts is what it opens.
 */
export const COUNTED_NOW = `
  select (select count(*) from users)::integer as total_workers, fleet.trucks::integer as total_trucks,
    fleet.trailers::integer as total_trailers, ${byStatus('dispatchers', DISPATCHER_STATUSES)} as dispatchers,
    ${byStatus(
      'drivers',
      DUTY_STATUSES.map(({ value }) => value),
    )} as drivers
  from (
    select count(*) filter (where kind = 'truck') as trucks, count(*) filter (where kind = 'trailer') as trailers
    from units) fleet`
