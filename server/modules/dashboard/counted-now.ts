import { DISPATCHER_STATUSES } from '#contract/dispatchers.ts'
import { DUTY_STATUSES } from '#contract/duty.ts'

/** SQL for how many current people of a table there are of each status, as one object with their `total`. */
function byStatus(table: 'drivers' | 'dispatchers', statuses: readonly string[]): string {
  const counts = statuses.map((status) => `'${status}', count(*) filter (where status = '${status}')`)
  return `(select jsonb_build_object('total', count(*), ${counts.join(', ')}) from ${table} where is_current)`
}

const ofKind = (kind: 'truck' | 'trailer') => `(select count(*) from units where kind = '${kind}')`

/**
 * SQL for what the company has at this moment. Everybody who stands in the list of users is a worker: what the tile counts is
 * what it opens.
 */
export const COUNTED_NOW = {
  workers: '(select count(*) from users)',
  trucks: ofKind('truck'),
  trailers: ofKind('trailer'),
  drivers: byStatus(
    'drivers',
    DUTY_STATUSES.map(({ value }) => value),
  ),
  dispatchers: byStatus('dispatchers', DISPATCHER_STATUSES),
} as const
