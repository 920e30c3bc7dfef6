import type { ServedApp } from '../served-app.ts'
import type { Statement } from './recorder.ts'

/**
 * The statements that a call sends to the database, without those of the session, and the size of its response in
 * bytes.
 */
export async function ownStatements(
  app: ServedApp,
  path: string,
): Promise<{ readonly statements: readonly Statement[]; readonly bytes: number }> {
  const load = async () => (await fetch(`${app.origin}${path}`, { headers: app.headers })).arrayBuffer()
  await load()
  app.statements.length = 0
  const { byteLength } = await load()
  return { statements: app.statements.filter(({ name }) => !name.startsWith('session')), bytes: byteLength }
}
