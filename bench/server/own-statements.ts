import type { ServedApp } from '../served-app.ts'
import type { Statement } from './recorder.ts'

/** What a call asks of the database, the session's own statements aside, and how large its answer is. */
export async function ownStatements(
  app: ServedApp,
  path: string,
): Promise<{ readonly own: readonly Statement[]; readonly bytes: number }> {
  const ask = async () => (await fetch(`${app.origin}${path}`, { headers: app.headers })).arrayBuffer()
  await ask()
  app.statements.length = 0
  const { byteLength } = await ask()
  return { own: app.statements.filter(({ name }) => !name.startsWith('session')), bytes: byteLength }
}
