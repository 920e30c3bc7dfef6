import { USER_RULES } from '#contract/user-fields.ts'
import { DatabaseError, type Sql } from '#server/db/db.ts'
import { invalid } from '#server/http/problem.ts'
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

const taken = (fields: readonly Field[]) =>
  invalid({ driver: Object.fromEntries(fields.map((field) => [field, [RULES[field]]])) })

/** Of two who give one id to two drivers at once, the index stops the second. */
function asTaken(error: unknown): never {
  const field = error instanceof DatabaseError ? INDEXES[error.constraint ?? ''] : undefined
  throw field ? Object.assign(taken([field]), { cause: error }) : error
}

/** Makes or changes a driver; answers the id. Throws a 400 by field for a vendor's id that another driver has. */
export async function writeOwnDriver(sql: Sql, user: number, duty: DriverDuty): Promise<number> {
  const found = await findTakenIds(sql, user, duty)
  const fields = FIELDS.filter((field) => found[field])
  if (fields.length > 0) throw taken(fields)
  return writeDriver(sql, user, duty).catch(asTaken)
}
