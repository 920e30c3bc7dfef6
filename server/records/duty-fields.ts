import type { UserChange } from '#contract/people/user-changes.ts'
import type { Person } from '#contract/wire/people.ts'
import type { FieldChange } from './history-log.ts'

type Changes = readonly FieldChange[]

/** The changes of those fields that have a name elsewhere, under that name. */
function renamed(changes: Changes, names: ReadonlyMap<string, string>): Changes {
  return changes.flatMap((change) => {
    const field = names.get(change.field)
    return field === undefined ? [] : [{ ...change, field }]
  })
}

/** The names of `Part`'s fields; a compile error where one is missing, for its changes would not be told to the other record. */
const namesOf = <Part extends object>(fields: Readonly<Record<keyof Part & string, true>>) => Object.keys(fields)

const STATUS = { status: true, status_date_from: true, status_date_to: true } as const
const PERSON = namesOf<Omit<Person, 'id'>>({ photo: true, first_name: true, last_name: true, email: true, phone: true })

/**
 * What a duty's record shares with the record of its user: the fields of the duty, whose names the user's record begins with
 * the duty's, and those of the person.
 */
function sharing(duty: string, fields: readonly string[]) {
  const users = new Map([
    ...fields.map((own) => [own, `${duty}.${own}`] as const),
    ...PERSON.map((own) => [own, own] as const),
  ])
  const own = new Map([...users].map(([ownName, usersName]) => [usersName, ownName]))
  return {
    /** What changes of the duty mean for the user. */
    asUsers: (changes: Changes) => renamed(changes, users),
    /** What changes of the user mean for the duty. */
    ofUsers: (changes: Changes) => renamed(changes, own),
  }
}

type DriverPart = NonNullable<UserChange['driver']>
type DispatcherPart = NonNullable<UserChange['dispatcher']>
const DRIVER = namesOf<DriverPart>({ ...STATUS, position: true, gomotive_id: true, pilot_flying_j_driver_id: true })

export const DRIVERS_FIELDS = sharing('driver', DRIVER)
export const DISPATCHERS_FIELDS = sharing('dispatcher', namesOf<DispatcherPart>(STATUS))
