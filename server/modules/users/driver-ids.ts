import { USER_RULES } from '#contract/people/user-changes.ts'
import { invalid } from '#server/base/problem.ts'
import { DatabaseError, type Sql } from '#server/db/db.ts'
import type { FieldChange } from '#server/records/history-log.ts'
import { findTakenIds, writeDriver } from './duty-repository.ts'
import type { DriverDuty } from './user-fields.ts'

const RULES = {
  gomotive_id: USER_RULES.gomotive_id,
  pilot_flying_j_driver_id: USER_RULES.pilot_flying_j_driver_id,
} as const
type Field = keyof typeof RULES
const FIELDS = Object.keys(RULES) as Field[]

const INDEXES: Readonly<Record<string, Field>> = {
  drivers_gomotive_once: 'gomotive_id',
  drivers_fuel_once: 'pilot_flying_j_driver_id',
}

const idsTaken = (fields: readonly Field[]) =>
  invalid({ driver: Object.fromEntries(fields.map((field) => [field, [RULES[field]]])) })

/** If two users set the same id for two drivers at the same time, the index stops the second. */
function throwTaken(error: unknown): never {
  const field = error instanceof DatabaseError ? INDEXES[error.constraint ?? ''] : undefined
  throw field ? Object.assign(idsTaken([field]), { cause: error }) : error
}

/** The written driver, and its former ids that another driver has now. */
interface WrittenDriver {
  readonly id: number
  readonly lost: readonly FieldChange[]
}

/** Creates or changes a driver. Throws a 400 by field for a vendor's id that another driver has. */
export async function writeDriverDuty(sql: Sql, user: number, duty: DriverDuty): Promise<WrittenDriver> {
  const takenIds = await findTakenIds(sql, user, duty)
  const fields = FIELDS.filter((field) => takenIds.taken[field])
  if (fields.length > 0) throw idsTaken(fields)
  const id = await writeDriver(sql, user, duty, takenIds.lost).catch(throwTaken)
  const lost = FIELDS.filter((field) => takenIds.lost[field] !== null)
  return { id, lost: lost.map((field) => ({ field, from: takenIds.lost[field], to: null })) }
}
