import { isDay, statusDay, type TypedDay } from '#contract/wire/days.ts'
import { DATE_NOT_VALID } from '#src/format/calendar.ts'

/** A day within the bounds of its field, or nothing; in the words of both sides. */
export const dayRule =
  (field: TypedDay) =>
  ({ value }: { readonly value: string }): string | undefined => {
    if (value === '') return undefined
    return isDay(value) ? field.safeParse(value).error?.issues[0]?.message : DATE_NOT_VALID
  }

/** When a status begins. */
export const dateRule = dayRule(statusDay)

/** An end is not before its beginning. */
export const endRule =
  (from: () => string) =>
  ({ value }: { readonly value: string }): string | undefined =>
    dateRule({ value }) ??
    (value !== '' && from() !== '' && value < from() ? 'The end must not be before the beginning.' : undefined)
