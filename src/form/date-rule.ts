import { isoDate } from '#contract/record.ts'

/** As the specification words it. */
export const DATE_NOT_VALID = 'Date input not valid.'

/** A day or nothing. */
export function dateRule({ value }: { readonly value: string }): string | undefined {
  return value === '' || isoDate.safeParse(value).success ? undefined : DATE_NOT_VALID
}
