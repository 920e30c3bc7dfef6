import { type Periodic, startPeriodic } from '#server/base/periodic.ts'
import type { Db } from '#server/db/db.ts'
import type { DbLog } from '#server/db/db-log.ts'

const EVERY_MS = 60_000
/** PostgreSQL's own thresholds for vacuuming a table: this many dead or changed rows, plus this share of its rows. */
const MIN_CHANGED_ROWS = 50
const MIN_CHANGED_SHARE = 0.2

/**
 * Does what a PostgreSQL server does in the background and the embedded database can't: checkpoints, without which the
 * write-ahead log only grows, and VACUUM ANALYZE of tables with many changes. Runs once a minute. Stopping makes a last
 * checkpoint, so that the next start has nothing to recover.
 */
export function startHousekeeping(db: Db, log: DbLog): Periodic {
  const logFailure = (error: unknown) => log.error({ err: error }, 'housekeeping was refused')
  const rounds = startPeriodic(EVERY_MS, () => runHousekeeping(db), logFailure)
  return {
    stop: async () => {
      await rounds.stop()
      await db.script(null, 'checkpoint').catch(logFailure)
    },
  }
}

/**
 * One round: vacuums the tables that need it, one statement each so that requests can run in between, then a
 * checkpoint.
 */
export async function runHousekeeping(db: Db): Promise<void> {
  // The session's counts reach the statistics a second late, or never when no statement follows.
  await db.query('housekeeping-count', 'select pg_stat_force_next_flush()')
  const tables = await db.query<{ name: string }>(
    'housekeeping-tables',
    `select quote_ident(schemaname) || '.' || quote_ident(relname) as name from pg_stat_user_tables
     where greatest(n_dead_tup, n_mod_since_analyze) > $1 + $2::float8 * n_live_tup`,
    [MIN_CHANGED_ROWS, MIN_CHANGED_SHARE],
  )
  for (const { name } of tables) await db.script(null, `vacuum (analyze) ${name}`)
  const [log] = await db.query<{ bytes: number }>(
    'housekeeping-log',
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) as bytes from pg_control_checkpoint()`,
  )
  if (log && log.bytes > 0) await db.script(null, 'checkpoint')
}
