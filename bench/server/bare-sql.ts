import type { Sql } from '#server/db/db.ts'
import { quantile } from '../measure.ts'
import type { LoadResult } from './load.ts'
import type { Statement } from './recorder.ts'

/** Runs the statements of a call without the server, `connections` times in parallel, for a limited time. */
export async function bareSql(
  sql: Sql,
  statements: readonly Statement[],
  { connections, milliseconds }: { readonly connections: number; readonly milliseconds: number },
): Promise<LoadResult> {
  const times: number[] = []
  const startedAt = performance.now()
  const worker = async () => {
    while (performance.now() - startedAt < milliseconds) {
      const requestedAt = performance.now()
      for (const { name, text, params } of statements) await sql.query(name, text, params)
      times.push(performance.now() - requestedAt)
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
  const perSecond = times.length / ((performance.now() - startedAt) / 1000)
  return { perSecond, p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
}
