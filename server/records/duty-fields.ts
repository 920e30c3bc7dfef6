import type { UserChange } from '#contract/people/user-changes.ts'
import type { Person } from '#contract/wire/people.ts'
import type { FieldChange } from './history-log.ts'

type Changes = readonly FieldChange[]

/** The changes with their fields renamed by `names`. Changes of fields without an entry are left out. */
function renameFields(changes: Changes, names: ReadonlyMap<string, string>): Changes {
  return changes.flatMap((change) => {
    const field = names.get(change.field)
    return field === undefined ? [] : [{ ...change, field }]
  })
}

/**
 * The names of all fields of `Part`. A missing name is a compile error: its changes would not reach the other record.
 */
const fieldNames = <Part extends object>(fields: Readonly<Record<keyof Part & string, true>>) => Object.keys(fields)

const STATUS = { status: true, status_date_from: true, status_date_to: true } as const
const PERSON = fieldNames<Omit<Person, 'id'>>({
  photo: true,
  first_name: true,
  last_name: true,
  email: true,
  phone: true,
})

/**
 * Maps changes between the record of a duty (driver or dispatcher) and the record of its user. Duty fields have the
 * duty as a prefix in the user's record, for example `driver.status`. The fields of the person have the same name in
 * both.
 */
function mapSharedFields(duty: string, fields: readonly string[]) {
  const userNames = new Map([
    ...fields.map((field) => [field, `${duty}.${field}`] as const),
    ...PERSON.map((field) => [field, field] as const),
  ])
  const dutyNames = new Map([...userNames].map(([dutyName, userName]) => [userName, dutyName]))
  return {
    /** Changes of the duty's record as changes of the user's record. */
    toUserChanges: (changes: Changes) => renameFields(changes, userNames),
    /** Changes of the user's record as changes of the duty's record. */
    toDutyChanges: (changes: Changes) => renameFields(changes, dutyNames),
  }
}

type DriverPart = NonNullable<UserChange['driver']>
type DispatcherPart = NonNullable<UserChange['dispatcher']>
const DRIVER = fieldNames<DriverPart>({ ...STATUS, position: true, gomotive_id: true, pilot_flying_j_driver_id: true })

export const DRIVER_USER_FIELDS = mapSharedFields('driver', DRIVER)
export const DISPATCHER_USER_FIELDS = mapSharedFields('dispatcher', fieldNames<DispatcherPart>(STATUS))
