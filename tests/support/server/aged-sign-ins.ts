import { openEmbedded } from '#server/db/embedded/open-embedded.ts'
import { noLog } from './no-log.ts'

/** Sets the last password entry of every session to an hour ago. The server must not be running. */
export async function ageSignIns(dataDir: string): Promise<void> {
  const db = await openEmbedded(dataDir, noLog)
  await db.query('test.age', `update sessions set password_at = now() - interval '1 hour'`)
  await db.close()
}
