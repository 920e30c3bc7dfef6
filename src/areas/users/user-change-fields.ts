import { DUTY_STATUSES } from '#contract/duty.ts'
import type { User } from '#contract/users.ts'
import type { Field, FieldKind } from '#src/offline/command.ts'
import { flatUser, type UserPatch, userPatch } from './user-change.ts'
import { DISPATCHER_CHOICES, POSITION_CHOICES, permissionWords, ROLES, titleIn } from './user-words.ts'

export interface ChangeOfUser {
  readonly was: User
  readonly to: UserPatch
}

type Part = 'driver' | 'dispatcher'

interface Said {
  /** As the wire calls it: `phone`, `driver.status`. */
  readonly name: keyof UserPatch
  readonly title: string
  readonly as: FieldKind
  readonly words: (value: unknown) => string
  /** Other fields that go with it. */
  readonly along?: readonly (keyof UserPatch)[]
}

const plainly = (value: unknown) => (value === null || value === undefined || value === '' ? '–' : String(value))
const titled = (choices: Parameters<typeof titleIn>[0]) => (value: unknown) => titleIn(choices, plainly(value))

const text = (name: Said['name'], title: string): Said => ({ name, title, as: { is: 'text' }, words: plainly })
const choice = (
  name: Said['name'],
  title: string,
  of: Parameters<typeof titled>[0],
  along: Said['along'] = [],
): Said => ({
  name,
  title,
  as: { is: 'choice', of },
  words: titled(of),
  along,
})
const shownOnly = (name: Said['name'], title: string, words: Said['words'] = plainly): Said => ({
  name,
  title,
  as: { is: 'unchangeable' },
  words,
})
const datesOf = (part: Part) => [`${part}.status_date_from`, `${part}.status_date_to`] as const
/** What goes with a field; a role takes the duty that it brought along with it. */
const alongWith = ({ name, along = [] }: Said): readonly string[] =>
  name === 'role' ? Object.keys(userPatch.shape).filter((field) => field.includes('.')) : along

/** Everything that a change of a user can say, in the order in which it is told. */
const SAID: readonly Said[] = [
  text('first_name', 'First name'),
  text('last_name', 'Last name'),
  text('email', 'Email'),
  text('phone', 'Phone'),
  // Not chosen anew here: a role brings its own status along.
  shownOnly('role', 'Role', titled(ROLES)),
  shownOnly('is_active', 'Account', (value) => (value === false ? 'Inactive' : 'Active')),
  shownOnly('user_permissions', 'Permissions', (value) => permissionWords(Array.isArray(value) ? value : [])),
  choice('driver.status', 'Status', DUTY_STATUSES, datesOf('driver')),
  choice('dispatcher.status', 'Status', DISPATCHER_CHOICES, datesOf('dispatcher')),
  choice('driver.position', 'Position', POSITION_CHOICES),
  shownOnly('driver.gomotive_id', 'Telematics ID'),
  shownOnly('driver.pilot_flying_j_driver_id', 'Fuel network ID'),
]

/** The title of each field by its name on the wire, and its values in words. */
export const FIELD_WORDS: Readonly<Record<string, Pick<Said, 'title' | 'words'>>> = Object.fromEntries(
  SAID.map(({ name, title, words }) => [name, { title, words }]),
)

/** Of a change of dates alone. */
const DATES = (['driver', 'dispatcher'] as const).flatMap((part): readonly Said[] => [
  { name: `${part}.status_date_from`, title: 'From', as: { is: 'date' }, words: plainly },
  { name: `${part}.status_date_to`, title: 'To', as: { is: 'date' }, words: plainly },
])

const without = (patch: UserPatch, names: readonly string[]): UserPatch | null => {
  const rest = Object.entries(patch).filter(([name, value]) => value !== undefined && !names.includes(name))
  return rest.length === 0 ? null : Object.fromEntries(rest)
}

/** The fields of a change, for its words, for editing it, and for deciding a conflict. */
export function userFields<Input extends ChangeOfUser>(input: Input): readonly Field<Input>[] {
  const { was, to } = input
  const before = flatUser(was)
  const isTold = ({ name }: Said) => to[name] !== undefined
  const said = SAID.filter(isTold)
  const taken = new Set(said.flatMap(alongWith))
  const dates = DATES.filter((one) => isTold(one) && !taken.has(one.name))
  return [...said, ...dates].map((one) => {
    const names = [one.name, ...alongWith(one)]
    return {
      names,
      title: one.title,
      as: one.as,
      was: before[one.name],
      yours: to[one.name],
      words: one.words,
      with: (value: unknown) => ({ ...input, to: { ...to, [one.name]: value } }),
      without: () => {
        const rest = without(to, names)
        return rest === null ? null : { ...input, to: rest }
      },
    }
  })
}

/** "Role: Driver → Dispatcher · Phone: – → 312 555 0117". */
export function changeWords(input: ChangeOfUser): string {
  return userFields(input)
    .map(({ title, was, yours, words }) => `${title}: ${words(was)} → ${words(yours)}`)
    .join(' · ')
}
