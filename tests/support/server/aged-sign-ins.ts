import { openEmbedded } from '#server/db/embedded/open-embedded.ts'
import { noLog } from './no-log.ts'

/** In every session of a server that is not running the password was last given an hour ago. */
export async function ageSignIns(dataDir: string): Promise<void> {
  const db = await openEmbedded(dataDir, noLog)
  await db.query('test.age', `update sessions set password_at = now() - interval '1 hour'`)
  await db.close()
}
