import { type Periodic, startPeriodic } from '#server/base/periodic.ts'
import type { Db } from '#server/db/db.ts'
import type { DbLog } from '#server/db/db-log.ts'

const EVERY_MS = 60_000
/** PostgreSQL's own measure for a table that is worth cleaning: this many dead or changed rows and this share of it. */
const FEW_ROWS = 50
const SHARE = 0.2

/**
 * What a PostgreSQL server does in the background and the embedded one has nobody for: checkpoints, without which its
 * log only grows, and VACUUM ANALYZE of tables that have changed much. Looks once a minute; stopping checkpoints once
 * more, so that the next start has nothing to recover.
 */
export function startHousekeeping(db: Db, log: DbLog): Periodic {
  const refused = (error: unknown) => log.error({ err: error }, 'housekeeping was refused')
  const rounds = startPeriodic(EVERY_MS, () => keepHouse(db), refused)
  return {
    stop: async () => {
      await rounds.stop()
      await db.script(null, 'checkpoint').catch(refused)
    },
  }
}

/** One round: cleans the tables that need it, one statement each so that requests come in between; then a checkpoint. */
export async function keepHouse(db: Db): Promise<void> {
  // What the session has counted reaches the statistics a second late, or with nobody asking never.
  await db.query('housekeeping-count', 'select pg_stat_force_next_flush()')
  const tables = await db.query<{ name: string }>(
    'housekeeping-tables',
    `select quote_ident(schemaname) || '.' || quote_ident(relname) as name from pg_stat_user_tables
     where greatest(n_dead_tup, n_mod_since_analyze) > $1 + $2::float8 * n_live_tup`,
    [FEW_ROWS, SHARE],
  )
  for (const { name } of tables) await db.script(null, `vacuum (analyze) ${name}`)
  const [log] = await db.query<{ bytes: number }>(
    'housekeeping-log',
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) as bytes from pg_control_checkpoint()`,
  )
  if (log && log.bytes > 0) await db.script(null, 'checkpoint')
}
