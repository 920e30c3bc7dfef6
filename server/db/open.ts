import type { Db } from '#server/db/db.ts'
import type { DbLog } from '#server/db/db-log.ts'
import { openEmbedded } from '#server/db/embedded/open-embedded.ts'
import { openPostgres } from '#server/db/open-postgres.ts'

/** Opens the configured database: PostgreSQL at `databaseUrl`, otherwise the embedded one in `dataDir`. */
export async function openDb(
  settings: { readonly databaseUrl: string | null; readonly dataDir: string; readonly isProduction: boolean },
  log: DbLog,
): Promise<Db> {
  if (settings.databaseUrl) return openPostgres(settings.databaseUrl, log, { insistsOnTls: settings.isProduction })
  return await openEmbedded(settings.dataDir, log)
}
