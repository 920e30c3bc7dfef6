import { isoDate } from '#contract/record.ts'
import { DATE_NOT_VALID } from '#src/format/calendar.ts'

/** A day or nothing. */
export function dateRule({ value }: { readonly value: string }): string | undefined {
  return value === '' || isoDate.safeParse(value).success ? undefined : DATE_NOT_VALID
}

/** An end is not before its beginning. */
export const endRule =
  (from: () => string) =>
  ({ value }: { readonly value: string }): string | undefined =>
    dateRule({ value }) ??
    (value !== '' && from() !== '' && value < from() ? 'The end must not be before the beginning.' : undefined)
