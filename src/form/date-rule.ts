import { isoDate } from '#contract/record.ts'
import { DATE_NOT_VALID } from '#src/format/calendar.ts'

/** A day or nothing. */
export function dateRule({ value }: { readonly value: string }): string | undefined {
  return value === '' || isoDate.safeParse(value).success ? undefined : DATE_NOT_VALID
}
