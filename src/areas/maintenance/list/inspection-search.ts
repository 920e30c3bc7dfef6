import * as z from 'zod/mini'

const MAX_WORDS = 2000
/** A single number by hand is text all the same. */
const text = z.catch(z._default(z.coerce.string().check(z.maxLength(MAX_WORDS)), ''), '')

/** `open`: the inspection that is opened, by its number or the name that a device gave it. `vehicles` and `managers`: ids, with commas between. `add`: a new report of the vehicle that is named, of that service or of any. */
const NAMES = [
  'tab',
  'date_after',
  'date_before',
  'vehicles',
  'report_type',
  'service_type',
  'managers',
  'open',
  'add',
] as const
const each = <Value>(value: Value) =>
  Object.fromEntries(NAMES.map((name) => [name, value])) as Record<(typeof NAMES)[number], Value>

/**
 * What the address of the maintenance page says, as texts: what they mean is judged with the page (`understood`), for all
 * pages load this.
 */
export const inspectionSearch = z.object(each(text))
export type InspectionSearch = z.output<typeof inspectionSearch>

/** What an address that says nothing means; left out of addresses that the page writes. */
export const INSPECTION_DEFAULTS: InspectionSearch = each('')
