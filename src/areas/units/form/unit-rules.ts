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
export type UnitRule = (input: { readonly value: Value }) => string | undefined

/** Whether a field may be empty. */
const isOptional = ({ kind, known }: RuleContext, name: UnitField) =>
  mayBeEmpty(name) ||
  (name === 'type' && kind === 'truck') ||
  (name === 'licence_plate' && kind === 'trailer') ||
  // A new trailer without a number gets the next free one.
  (name === 'unit_number' && kind === 'trailer' && known === null)

/**
 * Whether the field's schema has its own message for an empty text. Otherwise an empty value is reported as required.
 */
const hasOwnWords = (name: UnitField) => name === 'fleet_manager_email'

export interface RuleContext {
  readonly kind: UnitKind
  /** The server's values. They are not checked again, because they may be older than the rules. */
  readonly known: UnitValues | null
  /** The company day, because a model year can be at most one year ahead. */
  readonly today: IsoDay
  /** The doubtful values that the user has confirmed: see `confirmationKey`. */
  readonly confirmed: Set<string>
}

/** The key of a doubtful value that the user has confirmed. */
export const confirmationKey = (name: UnitField, value: Value) => `${name}/${value}`

/** The question about a doubtful value; null for others. */
export function doubtOf(name: UnitField, value: Value): string | null {
  if (name === 'vin') return vinDoubt(String(value))
  const isOld = name === 'year' && UNIT_FIELD_RULES.year.safeParse(value).success && Number(value) < FIRST_LONG_VIN
  return isOld ? `Was it built in ${value}, before ${FIRST_LONG_VIN}? Keep it?` : null
}

/** The year of a day. */
export const yearOf = (day: IsoDay) => Number(day.slice(0, 4))

const typedDayRule = dayRule(unitDay)

/**
 * The rule for a day of a unit, with the contract's message. `year` is the model year in the form; a service can't be
 * before it.
 */
export const unitDayRule =
  (name: UnitField, judging: RuleContext, year: () => Value): UnitRule =>
  (input) => {
    const value = String(input.value)
    const detailRefusal = detailRule(name, judging)(input) && (typedDayRule({ value }) ?? UNIT_RULES.required)
    if (detailRefusal || value === '' || value === judging.known?.[name] || !isServiceDay(name))
      return detailRefusal || undefined
    // One year earlier is allowed, as on the server.
    const futureRefusal = passedDayRefusal(name, value, addDays(judging.today, 1))
    return futureRefusal ?? serviceDayRefusal(value, Number(year()), yearOf(judging.today)) ?? undefined
  }

/** The rule of a field, with the contract's message. */
export function detailRule(name: UnitField, judging: RuleContext): UnitRule {
  const { known, today, confirmed: confirmedKeys } = judging
  return ({ value }) => {
    if (known !== null && value === known[name]) return undefined
    const isEmpty = typeof value === 'string' && value.trim() === ''
    if (isEmpty && isOptional(judging, name)) return undefined
    if (isEmpty && !hasOwnWords(name)) return UNIT_RULES.required
    const result = UNIT_FIELD_RULES[name].safeParse(value)
    if (!result.success) return result.error.issues[0]?.message
    if (name === 'year' && Number(value) > yearOf(today) + 1) return UNIT_RULES.year
    return confirmedKeys.has(confirmationKey(name, value)) ? undefined : (doubtOf(name, value) ?? undefined)
  }
}

export const fromRule = ({ value }: { readonly value: string }) =>
  value === '' ? UNIT_RULES.required : dateRule({ value })

/** The rule for the last day of a new unit's status: it must not be before the first day. */
export const toRule =
  (from: () => string) =>
  ({ value }: { readonly value: string }): string | undefined =>
    value === '' ? UNIT_RULES.required : endRule(from)({ value })

/** The current company day. */
export const companyDay = () => chicagoDay(companyNow())
