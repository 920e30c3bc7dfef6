import type { FieldChange } from './history-log.ts'

type Changes = readonly FieldChange[]

/** The changes of those fields that have a name elsewhere, under that name. */
function renamed(changes: Changes, names: ReadonlyMap<string, string>): Changes {
  return changes.flatMap((change) => {
    const field = names.get(change.field)
    return field === undefined ? [] : [{ ...change, field }]
  })
}

const STATUS = ['status', 'status_date_from', 'status_date_to']
const PERSON = ['photo', 'first_name', 'last_name', 'email', 'phone']

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

export const DRIVERS_FIELDS = sharing('driver', [...STATUS, 'position', 'gomotive_id', 'pilot_flying_j_driver_id'])
export const DISPATCHERS_FIELDS = sharing('dispatcher', STATUS)
