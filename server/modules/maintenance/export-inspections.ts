import type { Inspection } from '#contract/maintenance/inspections.ts'
import { Problem } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import { findInspectionsById } from './inspection-list-repository.ts'

/** Inspections, in the order of `ids`. Throws a 404 that lists the unknown ids. */
export async function getInspections(sql: Sql, ids: readonly number[]): Promise<readonly Inspection[]> {
  const found: readonly Inspection[] = JSON.parse(await findInspectionsById(sql, ids))
  const known = new Map(found.map((row) => [row.id, row]))
  const missing = ids.filter((id) => !known.has(id))
  if (missing.length > 0) throw new Problem(404, { detail: `There is no inspection ${missing.join(', ')}.` })
  return ids.flatMap((id) => known.get(id) ?? [])
}
