import { USER_RULES } from '#contract/people/user-changes.ts'
import { invalid } from '#server/base/problem.ts'
import { DatabaseError, type Sql } from '#server/db/db.ts'
import type { FieldChange } from '#server/records/history-log.ts'
import { findOthersIds, writeDriver } from './duty-repository.ts'
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

/** A driver that was written, and the ids of before that are another driver's now. */
interface WrittenDriver {
  readonly id: number
  readonly lost: readonly FieldChange[]
}

/** Makes or changes a driver. Throws a 400 by field for a vendor's id that another driver has. */
export async function writeOwnDriver(sql: Sql, user: number, duty: DriverDuty): Promise<WrittenDriver> {
  const others = await findOthersIds(sql, user, duty)
  const fields = FIELDS.filter((field) => others.taken[field])
  if (fields.length > 0) throw taken(fields)
  const id = await writeDriver(sql, user, duty, others.lost).catch(asTaken)
  const lost = FIELDS.filter((field) => others.lost[field] !== null)
  return { id, lost: lost.map((field) => ({ field, from: others.lost[field], to: null })) }
}
