import type { Sql } from '#server/db/db.ts'
import { quantile } from '../measure.ts'
import type { LoadResult } from './load.ts'
import type { Statement } from './recorder.ts'

/** The statements of a call over some connections, without the server around them, for a bounded time. */
export async function bareSql(
  sql: Sql,
  statements: readonly Statement[],
  { connections, milliseconds }: { readonly connections: number; readonly milliseconds: number },
): Promise<LoadResult> {
  const taken: number[] = []
  const startedAt = performance.now()
  const worker = async () => {
    while (performance.now() - startedAt < milliseconds) {
      const askedAt = performance.now()
      for (const { name, text, params } of statements) await sql.query(name, text, params)
      taken.push(performance.now() - askedAt)
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
  const perSecond = taken.length / ((performance.now() - startedAt) / 1000)
  return { perSecond, p50: quantile(taken, 0.5), p99: quantile(taken, 0.99) }
}
