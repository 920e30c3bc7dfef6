import { isServiceDay, passedDayRefusal, serviceDayRefusal } from '#contract/units/service-days.ts'
import { mayBeEmpty, UNIT_FIELD_RULES, UNIT_RULES } from '#contract/units/unit-changes.ts'
import type { UnitKind } from '#contract/units/unit-choices.ts'
import { FIRST_LONG_VIN, vinDoubt } from '#contract/units/vin.ts'
import { unitDay } from '#contract/wire/days.ts'
import type { UnitField } from '#src/areas/units/changes/unit-record.ts'
import { companyNow } from '#src/browser/company-clock.ts'
import { dateRule, dayRule, endRule } from '#src/form/fields/date-rule.ts'
import { addDays, type IsoDay } from '#src/format/calendar.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import type { UnitValues } from './unit-form.ts'

type Value = string | number
export type UnitRule = (given: { readonly value: Value }) => string | undefined

/** What may be left empty. */
const isOptional = ({ sort, known }: Judging, name: UnitField) =>
  mayBeEmpty(name) ||
  (name === 'type' && sort === 'truck') ||
  // A new trailer gets the next free number.
  (name === 'unit_number' && sort === 'trailer' && known === null)

/** The words of a schema for an empty text are its own where it has any for that; a number or a day is missing. */
const hasOwnWords = (name: UnitField) => name === 'fleet_manager_email'

export interface Judging {
  readonly sort: UnitKind
  /** What the server has: it is not judged again, for it may be of before these rules. */
  readonly known: UnitValues | null
  /** The company's day: a model year is one ahead at most. */
  readonly today: IsoDay
  /** What is doubtful and the person wants to keep all the same: see `keptAs`. */
  readonly kept: Set<string>
}

/** How a doubtful value is remembered once the person has said that it is right. */
export const keptAs = (name: UnitField, value: Value) => `${name}/${value}`

/** What is asked about a value that is odd, and may be right; null for one that is neither. */
export function doubtOf(name: UnitField, value: Value): string | null {
  if (name === 'vin') return vinDoubt(String(value))
  const isOld = name === 'year' && UNIT_FIELD_RULES.year.safeParse(value).success && Number(value) < FIRST_LONG_VIN
  return isOld ? `Was it built in ${value}, before ${FIRST_LONG_VIN}? Keep it?` : null
}

/** The year of a day. */
export const yearOf = (day: IsoDay) => Number(day.slice(0, 4))

const typedDayRule = dayRule(unitDay)

/**
 * A day of a unit, in the words of both sides. `year`: the model year as it stands in the form; a service is not before it.
 */
export const unitDayRule =
  (name: UnitField, judging: Judging, year: () => Value): UnitRule =>
  (given) => {
    const value = String(given.value)
    const broken = detailRule(name, judging)(given) && (typedDayRule({ value }) ?? UNIT_RULES.required)
    if (broken || value === '' || value === judging.known?.[name] || !isServiceDay(name)) return broken || undefined
    // One more, as the server takes it.
    const isToCome = passedDayRefusal(name, value, addDays(judging.today, 1))
    return isToCome ?? serviceDayRefusal(value, Number(year()), yearOf(judging.today)) ?? undefined
  }

/** The rule of a detail, in the words of both sides. */
export function detailRule(name: UnitField, judging: Judging): UnitRule {
  const { known, today, kept } = judging
  return ({ value }) => {
    if (known !== null && value === known[name]) return undefined
    const isEmpty = typeof value === 'string' && value.trim() === ''
    if (isEmpty && isOptional(judging, name)) return undefined
    if (isEmpty && !hasOwnWords(name)) return UNIT_RULES.required
    const said = UNIT_FIELD_RULES[name].safeParse(value)
    if (!said.success) return said.error.issues[0]?.message
    if (name === 'year' && Number(value) > yearOf(today) + 1) return UNIT_RULES.year
    return kept.has(keptAs(name, value)) ? undefined : (doubtOf(name, value) ?? undefined)
  }
}

export const fromRule = ({ value }: { readonly value: string }) =>
  value === '' ? UNIT_RULES.required : dateRule({ value })

/** The status of a new unit runs from a day to a day. */
export const toRule =
  (from: () => string) =>
  ({ value }: { readonly value: string }): string | undefined =>
    value === '' ? UNIT_RULES.required : endRule(from)({ value })

/** The company's day. */
export const companyDay = () => chicagoDay(companyNow())
