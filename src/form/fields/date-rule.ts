import { isDay, statusDay, type TypedDay } from '#contract/wire/days.ts'
import { DATE_NOT_VALID } from '#src/format/calendar.ts'

/** Requires a day within the limits of its field, or nothing. The message is the contract's. */
export const dayRule =
  (field: TypedDay) =>
  ({ value }: { readonly value: string }): string | undefined => {
    if (value === '') return undefined
    return isDay(value) ? field.safeParse(value).error?.issues[0]?.message : DATE_NOT_VALID
  }

/** The rule for the first day of a status. */
export const dateRule = dayRule(statusDay)

/** The rule for an end: it must not be before its start. */
export const endRule =
  (from: () => string) =>
  ({ value }: { readonly value: string }): string | undefined =>
    dateRule({ value }) ??
    (value !== '' && from() !== '' && value < from() ? 'The end must not be before the beginning.' : undefined)
