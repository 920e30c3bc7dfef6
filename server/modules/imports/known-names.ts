import type { ImportKind } from '#contract/imports.ts'
import type { Sql } from '#server/db/db.ts'
import { findKnownDrivers } from './driver-name-repository.ts'
import { type DriverNames, driverNames } from './driver-names.ts'

const nobody: DriverNames = () => null

/** The drivers whom a report may name; a toll report names none. */
export async function knownNames(sql: Sql, kind: ImportKind): Promise<DriverNames> {
  return kind === 'fuel' ? driverNames(await findKnownDrivers(sql)) : nobody
}
