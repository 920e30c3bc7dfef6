import * as z from 'zod/mini'
import { isoDate } from '#contract/record.ts'
import type { Unit } from '#contract/unit-rows.ts'
import { numberOf, type UnitSort } from '#contract/units.ts'
import { exactMiles } from '#src/format/numbers.ts'
import { dayWords, valueWords } from '#src/format/value-words.ts'
import type { Field, FieldKind, RecordKey } from '#src/offline/command.ts'
import { typeChoices, typeTitle } from './unit-words.ts'

const text = z.optional(z.string())
// Empty and other texts as they were typed in the Outbox: the server has rules for them, which what waits must outlive.
const number = z.optional(z.union([z.number(), z.string()]))
const day = z.optional(isoDate)
/** A day that a unit may be without; empty for none. */
export const dayOrNone = z.optional(z.union([isoDate, z.literal('')]))

/** What a change gives a unit, under the names of the wire; what is absent stays. No unit loses what it has but what may be empty. */
export const unitPatch = z.object({
  vin: text,
  transport_model: text,
  year: number,
  color: text,
  type: text,
  unit_number: text,
  licence_plate: text,
  transponder_id: text,
  pilot_flying_j_truck: number,
  gomotive_id: number,
  miles_driven: number,
  inspection_passed_date: day,
  next_service_date: day,
  registration_expire: dayOrNone,
  fleet_manager_name: text,
  fleet_manager_phone: text,
  fleet_manager_email: text,
})
export type UnitPatch = z.output<typeof unitPatch>
export type DetailName = keyof UnitPatch

export interface ChangeOfUnit {
  readonly was: Unit
  readonly to: UnitPatch
  /** The records whose changes, made before on this device, free what the unit shall have. */
  readonly after?: RecordKey[] | undefined
}

interface Said {
  readonly name: DetailName
  readonly title: string
  readonly as: 'text' | 'number' | 'date' | 'type'
  /** Whose alone it is; both kinds' unless said. */
  readonly of?: UnitSort
}

/** All that is told of a unit, in the order in which forms ask for it. */
export const DETAILS: readonly Said[] = [
  { name: 'vin', title: 'VIN', as: 'text' },
  { name: 'transport_model', title: 'Model', as: 'text' },
  { name: 'year', title: 'Year', as: 'number' },
  { name: 'color', title: 'Color', as: 'text' },
  { name: 'type', title: 'Type', as: 'type' },
  { name: 'unit_number', title: 'Unit number', as: 'text' },
  { name: 'licence_plate', title: 'License plate', as: 'text', of: 'truck' },
  { name: 'transponder_id', title: 'Transponder ID', as: 'text', of: 'truck' },
  { name: 'pilot_flying_j_truck', title: 'Fuel network ID', as: 'number', of: 'truck' },
  { name: 'gomotive_id', title: 'GoMotive ID', as: 'number' },
  { name: 'miles_driven', title: 'Miles driven', as: 'number' },
  { name: 'inspection_passed_date', title: 'Inspection passed', as: 'date' },
  { name: 'next_service_date', title: 'Next service', as: 'date' },
  { name: 'registration_expire', title: 'Registration expires', as: 'date' },
  { name: 'fleet_manager_name', title: 'Fleet manager’s name', as: 'text' },
  { name: 'fleet_manager_phone', title: 'Fleet manager’s phone', as: 'text' },
  { name: 'fleet_manager_email', title: 'Fleet manager’s email', as: 'text' },
]

/** What is told of units of a kind. */
export const detailsOf = (sort: UnitSort) => DETAILS.filter(({ of = sort }) => of === sort)

/** A unit's fields under the names of a patch. */
export function flatUnit(unit: Unit): Readonly<Record<string, unknown>> {
  return { unit_number: numberOf(unit), ...unit, ...unit.extra_info }
}

const isNumber = new Set<string>(DETAILS.flatMap(({ name, as }) => (as === 'number' ? [name] : [])))

/** What a unit may be without: empty for none. */
const MAY_BE_NONE: readonly string[] = ['vin', 'type', 'registration_expire']

/** A value as rows have it; undefined for a number that is none, which the server will refuse. */
function asShown(name: string, value: unknown): unknown {
  if (value === '' && MAY_BE_NONE.includes(name)) return null
  if (!isNumber.has(name) || typeof value === 'number') return value
  return typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : undefined
}

const told = (patch: UnitPatch) =>
  Object.entries(patch)
    .map(([name, value]) => [name, value === undefined ? undefined : asShown(name, value)] as const)
    .filter(([, value]) => value !== undefined)

/** What any row of a unit is called then, and was before. */
function renumbered(row: Parameters<typeof numberOf>[0] | object, number: string | undefined) {
  if (number === undefined || !('id' in row)) return {}
  const before = [numberOf(row), ...(row.formerly ?? [])]
  return { number, formerly: before.filter((one) => one !== number) }
}

/** Any row of a unit with as much of a change as it tells: rows of the lists all of it, names for pickers a part. */
export function withDetails<Row extends object>(row: Row, to: UnitPatch): Row {
  const within = (part: object) => Object.fromEntries(told(to).filter(([name]) => name in part))
  const own = { ...row, ...within(row), ...renumbered(row, to.unit_number) }
  if (!('extra_info' in row)) return own
  const extra = row.extra_info as object
  return { ...own, extra_info: { ...extra, ...within(extra) } }
}

/** The patch that puts back what another one changes; null where something had no value, which can't be said again. */
export function inversePatch({ was, to }: ChangeOfUnit): UnitPatch | null {
  const before = flatUnit(was)
  const back = Object.keys(to).map((name) => {
    const isClearable = MAY_BE_NONE.includes(name) && !(name === 'type' && was.kind === 'trailer')
    return [name, isClearable ? (before[name] ?? '') : before[name]] as const
  })
  return back.some(([, value]) => value === null) ? null : unitPatch.parse(Object.fromEntries(back))
}

/** A detail in words. */
export function detailWords(as: Said['as'], name: DetailName, value: unknown): string {
  if (as === 'date') return dayWords(value)
  if (as === 'type') return typeof value === 'string' && value !== '' ? typeTitle(value) : 'None'
  return name === 'miles_driven' && typeof value === 'number' ? exactMiles(value) : valueWords(value)
}

/** How a detail is typed or chosen anew. `present`: the type that the unit has. */
export function detailKind(as: Said['as'], sort: UnitSort, present: string | null): FieldKind {
  if (as === 'date') return { is: 'date' }
  if (as !== 'type') return { is: 'text' }
  const none = sort === 'truck' ? [{ value: '', title: 'None' }] : []
  return { is: 'choice', of: [...none, ...typeChoices(sort, present)] }
}

/** A detail as it was typed anew; a day that was taken out is null there. */
export const typedDetail = (name: DetailName, value: unknown) => {
  if (value === null && MAY_BE_NONE.includes(name)) return ''
  const shown = asShown(name, value)
  return isNumber.has(name) && typeof shown === 'number' ? shown : value
}

/** The fields of a change, for its words, for editing it, and for deciding a conflict. */
export function detailFields(input: ChangeOfUnit): readonly Field<ChangeOfUnit>[] {
  const { was, to } = input
  const before = flatUnit(was)
  return DETAILS.filter(({ name }) => to[name] !== undefined).map(({ name, title, as }) => ({
    names: [name],
    title,
    as: detailKind(as, was.kind, was.type),
    was: before[name],
    yours: to[name],
    words: (value) => detailWords(as, name, value),
    with: (value) => ({ ...input, to: { ...to, [name]: typedDetail(name, value) } }),
    without: () => {
      const { [name]: _, ...rest } = to
      return Object.keys(rest).length === 0 ? null : { ...input, to: rest }
    },
  }))
}

/** "Color: White → Red · Next service: 12/01/26 → 03/01/27". */
export function changeWords(input: ChangeOfUnit): string {
  return detailFields(input)
    .map(({ title, was, yours, words }) => `${title}: ${words(was)} → ${words(yours)}`)
    .join(' · ')
}
