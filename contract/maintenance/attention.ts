import * as z from 'zod/mini'
import { dutyStatus } from '#contract/people/driver-choices.ts'
import { UNIT_KINDS, vehicleStatus } from '#contract/units/unit-choices.ts'
import {
  driverUnitNumbers,
  openMajors,
  unitHolder,
  unitId,
  unitNumberOf,
  unitNumbers,
} from '#contract/units/unit-names.ts'
import { signedIn } from '#contract/wire/access.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { fullName, personName } from '#contract/wire/people.ts'
import { clientId, isoDate, serverId, version } from '#contract/wire/record.ts'
import { dayAfter, inspectionValidUntil, notReadyReasons } from './fleet-health.ts'
import { reportType, serviceType as service_type } from './maintenance-choices.ts'

/** How many days before its last day an expiry is listed. */
export const NOTICE_DAYS = 30
/** The most records of each kind in a response. The counts are always complete. */
export const MAX_PER_KIND = 100

/** The length of the longest id. Shorter ids are padded to this length, so that numbers sort as numbers. */
const MAX_ID_LENGTH = 32

/** What needs attention in the morning, the most serious first. */
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

/** The fields of a driver that decide what needs attention. */
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

/** The fields of a truck or a trailer that decide what needs attention. */
export const attentionUnit = z.object({
  id: unitId,
  ...unitNumbers,
  client_id: z.nullable(clientId),
  kind: z.enum(UNIT_KINDS),
  transport_model: z.string(),
  status: vehicleStatus,
  status_date_to: z.nullable(isoDate),
  inspection_passed_date: z.nullable(isoDate),
  next_service_date: z.nullable(isoDate),
  registration_expire: z.optional(z.nullable(isoDate)),
  open_major_defects: z.int(),
  open_majors: openMajors,
  /** The report with the first of these defects; null when no report has one. */
  major_defect_report: z.nullable(serverId),
  holder: z.nullable(unitHolder),
  version,
})
export type AttentionUnit = z.output<typeof attentionUnit>

/** A report that is not approved, or whose work is due again. */
export const attentionInspection = z.object({
  id: serverId,
  client_id: z.nullable(clientId),
  date: isoDate,
  transport: z.object({ id: z.string(), kind: z.enum(UNIT_KINDS), number: unitNumbers.number, title: z.string() }),
  service_type,
  service_type_display: z.string(),
  report_type: reportType,
  approved_date: z.nullable(isoDate),
  due_mileage: z.nullable(z.number()),
  /**
   * The day on which the work is due again, by date or by miles, whichever comes first. Null when it is not due, and
   * for work that the unit's own days cover: its next planned service and its annual inspection.
   */
  due_on: z.nullable(isoDate),
  version,
})
export type AttentionInspection = z.output<typeof attentionInspection>

const count = z.int().check(z.nonnegative())

/**
 * The records that need attention, in the areas that the user may view. Each record is listed once, whatever it needs.
 */
export const attention = z.object({
  drivers: z.array(attentionDriver),
  units: z.array(attentionUnit),
  inspections: z.array(attentionInspection),
  /** The number of records of each kind, including those that are not listed. */
  counts: z.object(
    Object.fromEntries(ATTENTION_KINDS.map((kind) => [kind, count])) as Record<AttentionKind, typeof count>,
  ),
  /** The number of records in total. */
  total: count,
})
export type Attention = z.output<typeof attention>

/** What a record needs. `due`: the last day on which it is in order; null for needs without a day. */
export interface AttentionNeed {
  readonly kind: AttentionKind
  readonly due: string | null
}

/** One need for a day within the next `NOTICE_DAYS` or in the past; no need for a later day or without a day. */
function expiryNeed(kind: AttentionKind, due: string | null | undefined, today: string): readonly AttentionNeed[] {
  return due != null && due <= dayAfter(today, NOTICE_DAYS) ? [{ kind, due }] : []
}

/** What a driver needs on a day of the company. */
export function driverNeeds(row: AttentionDriver, today: string): readonly AttentionNeed[] {
  const { current_status, truck, extra_info } = row
  return [
    ...(current_status === 'on_the_road' && truck === null ? [{ kind: 'no_truck', due: null } as const] : []),
    ...expiryNeed('medical_card', extra_info.med_expire, today),
    ...expiryNeed('cdl', extra_info.CDL_expire, today),
  ]
}

/** What a unit needs on a day of the company. A unit for sale needs nothing, because it stays off the road. */
export function unitNeeds(row: AttentionUnit, today: string): readonly AttentionNeed[] {
  if (row.status === 'for_sale') return []
  const { inspection_passed_date, next_service_date, registration_expire, open_major_defects, holder } = row
  const inspected = inspection_passed_date && inspectionValidUntil(inspection_passed_date)
  return [
    ...(open_major_defects > 0 ? [{ kind: 'major_defect', due: null } as const] : []),
    ...(notReadyReasons({ ...row, driver: holder }, today).length > 0
      ? [{ kind: 'not_ready', due: null } as const]
      : []),
    ...expiryNeed('annual_inspection', inspected || null, today),
    ...expiryNeed('registration', registration_expire, today),
    ...expiryNeed('service', next_service_date, today),
  ]
}

/** What a report needs on a day of the company: an approval until it has one, and its work when this is due again. */
export function inspectionNeeds(
  { approved_date, due_on }: AttentionInspection,
  today: string,
): readonly AttentionNeed[] {
  return [
    ...expiryNeed('service', due_on, today),
    ...(approved_date === null ? [{ kind: 'approval', due: null } as const] : []),
  ]
}

/** One record and what it needs. */
export type AttentionItem = { readonly due: string | null } & (
  | { readonly of: 'driver'; readonly row: AttentionDriver }
  | { readonly of: 'unit'; readonly row: AttentionUnit }
  | { readonly of: 'inspection'; readonly row: AttentionInspection }
)

/** The text by which items of one kind with the same day, or without a day, are sorted. */
function sortNameOf(item: AttentionItem): string {
  if (item.of === 'driver') return fullName(item.row.user)
  return item.of === 'unit' ? unitNumberOf(item.row) : item.row.date
}

/** The server's order within a kind: by day, by name, by id. */
function compareItems(a: AttentionItem, b: AttentionItem): number {
  const keys = (item: AttentionItem) => [item.due ?? '', sortNameOf(item), `${item.row.id}`.padStart(MAX_ID_LENGTH)]
  const [first, second] = [keys(a), keys(b)]
  const at = first.findIndex((key, index) => key !== second[index])
  return at < 0 ? 0 : (first[at] ?? '') < (second[at] ?? '') ? -1 : 1
}

type AttentionRecords = Pick<Attention, 'drivers' | 'units' | 'inspections'>

/** The records by what they need, the earliest day first. A record is listed under each of its needs. */
export function itemsByKind(
  { drivers, units, inspections }: AttentionRecords,
  today: string,
): ReadonlyMap<AttentionKind, readonly AttentionItem[]> {
  const itemsOfKind = new Map<AttentionKind, AttentionItem[]>(ATTENTION_KINDS.map((kind) => [kind, []]))
  for (const row of drivers)
    for (const { kind, due } of driverNeeds(row, today)) itemsOfKind.get(kind)?.push({ of: 'driver', row, due })
  for (const row of units)
    for (const { kind, due } of unitNeeds(row, today)) itemsOfKind.get(kind)?.push({ of: 'unit', row, due })
  for (const row of inspections)
    for (const { kind, due } of inspectionNeeds(row, today)) itemsOfKind.get(kind)?.push({ of: 'inspection', row, due })
  for (const items of itemsOfKind.values()) items.sort(compareItems)
  return itemsOfKind
}

export const attentionEndpoints = {
  find: endpoint({
    name: 'attention.find',
    summary: 'What needs attention today in the areas that you may view, and your own papers.',
    method: 'GET',
    path: '/api/dashboard/attention/',
    access: signedIn,
    reply: attention,
  }),
}
