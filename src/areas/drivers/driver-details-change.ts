import type { DispatcherName } from '#contract/dispatchers.ts'
import type { Driver } from '#contract/drivers.ts'
import { fullName } from '#contract/people.ts'
import { dayWords } from '#src/format/value-words.ts'
import type { Field, FieldKind } from '#src/offline/command.ts'
import { POSITION_CHOICES, positionTitle, rateWords } from './driver-rate.ts'
import type { SeenDriver } from './seen-driver.ts'

/** What a change gives a driver; what is absent stays. */
export interface DetailsPatch {
  readonly position?: Driver['position'] | undefined
  readonly dispatcher?: DispatcherName | null | undefined
  readonly med_expire?: string | null | undefined
  readonly CDL_expire?: string | null | undefined
  readonly rate?: string | null | undefined
}
export interface ChangeOfDetails {
  readonly was: SeenDriver
  readonly to: DetailsPatch
}
type Name = keyof DetailsPatch

/** A driver with a change's details. */
export function withDetails<Row extends Pick<Driver, 'position' | 'dispatcher' | 'extra_info'>>(
  row: Row,
  { position = row.position, dispatcher = row.dispatcher, ...papers }: DetailsPatch,
): Row {
  const said = Object.entries(papers).filter(([, value]) => value !== undefined)
  return { ...row, position, dispatcher, extra_info: { ...row.extra_info, ...Object.fromEntries(said) } }
}

interface Said {
  readonly name: Name
  readonly title: string
  readonly as: FieldKind | ((input: ChangeOfDetails) => FieldKind)
  readonly words: (value: unknown, input: ChangeOfDetails) => string
}

/** A dispatcher's name. Where a conflict tells only the id, it may be one that the change itself names. */
function leaderWords(value: unknown, { was, to }: ChangeOfDetails): string {
  if (value === null || value === undefined) return 'None'
  const id = typeof value === 'object' && 'id' in value ? value.id : value
  const known = [value, was.dispatcher, to.dispatcher].find((one) => isNamed(one) && one.id === id)
  return isNamed(known) ? fullName(known.user) : `Dispatcher ${id}`
}

function isNamed(value: unknown): value is DispatcherName {
  return typeof value === 'object' && value !== null && 'user' in value
}

/** Who may be picked: who works, and who leads the driver now. */
const leaders = ({ was }: ChangeOfDetails): FieldKind => ({
  is: 'pick',
  choices: async () => (await import('#src/picks/dispatcher-choices.ts')).dispatcherChoices(was.dispatcher?.id ?? null),
})

/** All that a change can say, in the order in which it is told. */
const SAID: readonly Said[] = [
  { name: 'position', title: 'Position', as: { is: 'choice', of: POSITION_CHOICES }, words: positionTitle },
  { name: 'dispatcher', title: 'Dispatcher', as: leaders, words: leaderWords },
  { name: 'med_expire', title: 'Medical card expires', as: { is: 'date' }, words: dayWords },
  { name: 'CDL_expire', title: 'CDL expires', as: { is: 'date' }, words: dayWords },
  {
    name: 'rate',
    title: 'Rate',
    as: { is: 'text' },
    words: (value, { was, to }) => {
      // What it was is counted as the position of before was paid, what it becomes as that of then.
      const isFormer = value === was.extra_info.rate && value !== to.rate
      const position = isFormer ? was.position : (to.position ?? was.position)
      return rateWords(typeof value === 'string' ? value.replace(',', '.') : null, position)
    },
  },
]

function before(was: SeenDriver, name: Name): unknown {
  return name === 'position' || name === 'dispatcher' ? was[name] : was.extra_info[name]
}

const sayable = (name: Name, value: unknown) => (name === 'rate' && value === '' ? null : value)

/** The fields of a change, for its words, for editing it, and for deciding a conflict. */
export function detailFields(input: ChangeOfDetails): readonly Field<ChangeOfDetails>[] {
  const { was, to } = input
  return SAID.filter(({ name }) => to[name] !== undefined).map(({ name, title, as, words }) => ({
    names: [name],
    title,
    as: typeof as === 'function' ? as(input) : as,
    was: before(was, name),
    yours: to[name],
    words: (value) => words(value, input),
    with: (value) => ({ ...input, to: { ...to, [name]: sayable(name, value) } }),
    without: () => {
      const { [name]: _, ...rest } = to
      return Object.keys(rest).length === 0 ? null : { ...input, to: rest }
    },
  }))
}

/** "Rate: 58.5 CPM → 60 CPM · CDL expires: 12/01/26 → 12/01/28". */
export function detailWords(input: ChangeOfDetails): string {
  return detailFields(input)
    .map(({ title, was, yours, words }) => `${title}: ${words(was)} → ${words(yours)}`)
    .join(' · ')
}
