import * as z from 'zod/mini'
import { dutyStatus } from '#contract/people/driver-choices.ts'
import { UNIT_SORTS, vehicleStatus } from '#contract/units/unit-choices.ts'
import { driverUnitNumbers, numberOf, unitHolder, unitId, unitNumbers } from '#contract/units/unit-names.ts'
import { signedIn } from '#contract/wire/access.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { fullName, personName } from '#contract/wire/people.ts'
import { clientId, isoDate, serverId, version } from '#contract/wire/record.ts'
import { dayAfter, inspectionHoldsUntil, notReady } from './fleet-health.ts'
import { reportType, serviceType as service_type } from './maintenance-choices.ts'

/** So many days ahead is told of what expires. */
export const NOTICE_DAYS = 30
/** Of each kind at most so many records are told; how many there are is told of all. */
export const MAX_OF_A_KIND = 100

/** No id is longer: shorter ones are filled up, so that numbers sort as numbers. */
const MAX_ID = 32

/** What needs somebody's attention in the morning, what weighs most first. */
export const ATTENTION = [
  { value: 'major_defect', title: 'Open major defects' },
  { value: 'not_ready', title: 'Not ready to roll' },
  { value: 'no_truck', title: 'On the road without a truck' },
  { value: 'annual_inspection', title: 'Annual inspections' },
  { value: 'medical_card', title: 'Medical cards' },
  { value: 'cdl', title: 'CDLs' },
  { value: 'registration', title: 'Registrations' },
  { value: 'service', title: 'Services' },
  { value: 'approval', title: 'Inspections awaiting approval' },
] as const
export type AttentionKind = (typeof ATTENTION)[number]['value']
export const ATTENTION_KINDS = ATTENTION.map(({ value }) => value)

/** What of a driver decides it. */
export const attentionDriver = z.object({
  id: serverId,
  user: personName,
  current_status: dutyStatus,
  truck: z.nullable(z.string()),
  truck_number: driverUnitNumbers.truck_number,
  extra_info: z.object({ med_expire: z.nullable(isoDate), CDL_expire: z.nullable(isoDate) }),
  version,
})
export type AttentionDriver = z.output<typeof attentionDriver>

/** What of a truck or a trailer decides it. */
export const attentionUnit = z.object({
  id: unitId,
  ...unitNumbers,
  client_id: z.nullable(clientId),
  kind: z.enum(UNIT_SORTS),
  transport_model: z.string(),
  status: vehicleStatus,
  status_date_to: z.nullable(isoDate),
  inspection_passed_date: z.nullable(isoDate),
  next_service_date: z.nullable(isoDate),
  registration_expire: z.optional(z.nullable(isoDate)),
  open_major_defects: z.int(),
  /** The report that tells the first of them; null where none does. */
  major_defect_report: z.nullable(serverId),
  holder: z.nullable(unitHolder),
  version,
})
export type AttentionUnit = z.output<typeof attentionUnit>

/** A report that nobody has approved yet, or whose work is due again. */
export const attentionInspection = z.object({
  id: serverId,
  client_id: z.nullable(clientId),
  date: isoDate,
  transport: z.object({ id: z.string(), kind: z.enum(UNIT_SORTS), number: unitNumbers.number, title: z.string() }),
  service_type,
  service_type_display: z.string(),
  report_type: reportType,
  approved_date: z.nullable(isoDate),
  due_mileage: z.nullable(z.number()),
  /**
   * The day by which its work is due again, by date or by miles, whichever comes first; null where it is not, and where the
   * unit's own days tell it: its next planned service and its annual inspection.
   */
  due_on: z.nullable(isoDate),
  version,
})
export type AttentionInspection = z.output<typeof attentionInspection>

const count = z.int().check(z.nonnegative())

/** The records that need attention, each once whatever it needs; of the areas that the asker may view. */
export const attention = z.object({
  drivers: z.array(attentionDriver),
  units: z.array(attentionUnit),
  inspections: z.array(attentionInspection),
  /** How many there are of each kind, those included that are not told. */
  counts: z.object(
    Object.fromEntries(ATTENTION_KINDS.map((kind) => [kind, count])) as Record<AttentionKind, typeof count>,
  ),
  /** How many records that are. */
  total: count,
})
export type Attention = z.output<typeof attention>

/** What a record needs. `due`: the last day on which it is in order; null where it is none of days. */
export interface Need {
  readonly kind: AttentionKind
  readonly due: string | null
}

/** The need for what is over within the days of notice, or is over already; none while it holds, or where nobody has entered it. */
function expiring(kind: AttentionKind, due: string | null | undefined, today: string): readonly Need[] {
  return due != null && due <= dayAfter(today, NOTICE_DAYS) ? [{ kind, due }] : []
}

/** What a driver needs on a company's day. */
export function driverNeeds(row: AttentionDriver, today: string): readonly Need[] {
  const { current_status, truck, extra_info } = row
  return [
    ...(current_status === 'on_the_road' && truck === null ? [{ kind: 'no_truck', due: null } as const] : []),
    ...expiring('medical_card', extra_info.med_expire, today),
    ...expiring('cdl', extra_info.CDL_expire, today),
  ]
}

/** What a unit needs on a company's day. One that is for sale needs nothing: nobody is to roll with it. */
export function unitNeeds(row: AttentionUnit, today: string): readonly Need[] {
  if (row.status === 'for_sale') return []
  const { inspection_passed_date, next_service_date, registration_expire, open_major_defects, holder } = row
  const inspected = inspection_passed_date && inspectionHoldsUntil(inspection_passed_date)
  return [
    ...(open_major_defects > 0 ? [{ kind: 'major_defect', due: null } as const] : []),
    ...(notReady({ ...row, driver: holder }, today).length > 0 ? [{ kind: 'not_ready', due: null } as const] : []),
    ...expiring('annual_inspection', inspected || null, today),
    ...expiring('registration', registration_expire, today),
    ...expiring('service', next_service_date, today),
  ]
}

/** What a report needs on a company's day: a signature until there is one, and its work to be done again. */
export function inspectionNeeds({ approved_date, due_on }: AttentionInspection, today: string): readonly Need[] {
  return [
    ...expiring('service', due_on, today),
    ...(approved_date === null ? [{ kind: 'approval', due: null } as const] : []),
  ]
}

/** One record and what it needs. */
export type AttentionItem = { readonly due: string | null } & (
  | { readonly of: 'driver'; readonly row: AttentionDriver }
  | { readonly of: 'unit'; readonly row: AttentionUnit }
  | { readonly of: 'inspection'; readonly row: AttentionInspection }
)

/** By what items of one day, or of none, are sorted within their kind. */
function nameOf(item: AttentionItem): string {
  if (item.of === 'driver') return fullName(item.row.user)
  return item.of === 'unit' ? numberOf(item.row) : item.row.date
}

/** The server's order within a kind: by day, by name, by id. */
function compareItems(a: AttentionItem, b: AttentionItem): number {
  const keys = (item: AttentionItem) => [item.due ?? '', nameOf(item), `${item.row.id}`.padStart(MAX_ID)]
  const [first, second] = [keys(a), keys(b)]
  const at = first.findIndex((key, index) => key !== second[index])
  return at < 0 ? 0 : (first[at] ?? '') < (second[at] ?? '') ? -1 : 1
}

type Rows = Pick<Attention, 'drivers' | 'units' | 'inspections'>

/** The records by what they need, what is due first first. A record stands under each of its needs. */
export function itemsByKind(
  { drivers, units, inspections }: Rows,
  today: string,
): ReadonlyMap<AttentionKind, readonly AttentionItem[]> {
  const found = new Map<AttentionKind, AttentionItem[]>(ATTENTION_KINDS.map((kind) => [kind, []]))
  for (const row of drivers)
    for (const { kind, due } of driverNeeds(row, today)) found.get(kind)?.push({ of: 'driver', row, due })
  for (const row of units)
    for (const { kind, due } of unitNeeds(row, today)) found.get(kind)?.push({ of: 'unit', row, due })
  for (const row of inspections)
    for (const { kind, due } of inspectionNeeds(row, today)) found.get(kind)?.push({ of: 'inspection', row, due })
  for (const items of found.values()) items.sort(compareItems)
  return found
}

export const attentionEndpoints = {
  find: endpoint({
    name: 'attention.find',
    summary: 'What needs attention today in the areas that one may view, and one’s own papers.',
    method: 'GET',
    path: '/api/dashboard/attention/',
    access: signedIn,
    reply: attention,
  }),
}
