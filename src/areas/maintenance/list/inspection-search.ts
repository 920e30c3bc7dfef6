import * as z from 'zod/mini'

const MAX_WORDS = 2000
/** A number in a hand-typed address also becomes text. */
const text = z.catch(z._default(z.coerce.string().check(z.maxLength(MAX_WORDS)), ''), '')

/**
 * `open`: the id or client id of the open inspection. `vehicles` and `managers`: comma-separated ids. `add`: requests a
 * new report for the unit in `vehicles`; its value is a service type, or any other text for an undefined service.
 */
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
 * The search parameters of the maintenance page as plain texts. `parseInspectionAddress` interprets them when the page
 * loads; this module stays small because every page loads it.
 */
export const inspectionSearch = z.object(each(text))
export type InspectionSearch = z.output<typeof inspectionSearch>

/** The default values. Addresses that the page writes omit them. */
export const INSPECTION_DEFAULTS: InspectionSearch = each('')
