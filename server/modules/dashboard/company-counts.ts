import { DISPATCHER_STATUSES } from '#contract/people/dispatcher-choices.ts'
import { DUTY_STATUSES } from '#contract/people/driver-choices.ts'

/** SQL for the number of current drivers or dispatchers by status, as one JSON object with their `total`. */
function countByStatus(table: 'drivers' | 'dispatchers', statuses: readonly string[]): string {
  const counts = statuses.map((status) => `'${status}', count(*) filter (where status = '${status}')`)
  return `(select jsonb_build_object('total', count(*), ${counts.join(', ')}) from ${table} where is_current)`
}

/**
 * SQL for the company’s current counts: one row, with the columns of `statistic_weeks`. Every user in the list of users
 * counts as a worker, so that the tile shows the length of the list that it opens.
 */
export const COMPANY_COUNTS = `
  select (select count(*) from users)::integer as total_workers, fleet.trucks::integer as total_trucks,
    fleet.trailers::integer as total_trailers, ${countByStatus('dispatchers', DISPATCHER_STATUSES)} as dispatchers,
    ${countByStatus(
      'drivers',
      DUTY_STATUSES.map(({ value }) => value),
    )} as drivers
  from (
    select count(*) filter (where kind = 'truck') as trucks, count(*) filter (where kind = 'trailer') as trailers
    from units) fleet`
