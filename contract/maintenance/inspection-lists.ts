import * as z from 'zod/mini'
import { orderingQuery } from '#contract/wire/page.ts'
import type { Inspection } from './inspections.ts'
import { type ReportType, reportType, type ServiceFilter, serviceFilter } from './maintenance-choices.ts'

/** The tabs: all reports, work that is due, and completed work. */
export const INSPECTION_TABS = ['', 'upcoming', 'history'] as const
export type InspectionTab = (typeof INSPECTION_TABS)[number]
export const inspectionTab = z.enum(INSPECTION_TABS)

/** The miles of a day on the road. Converts remaining miles into days. */
export const MILES_PER_DAY = 500

/** The time and distance until work is due. Negative: overdue. Null: not due by days, or not by miles. */
export interface DueIn {
  readonly days: number | null
  readonly miles: number | null
  /** The smaller of both in days, with miles converted by `MILES_PER_DAY`. */
  readonly soonest: number
}

const DAY_MS = 86_400_000
const daysBetween = (from: string, to: string) =>
  (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS

type DueFields = Pick<Inspection, 'due_date' | 'due_mileage' | 'transport'>

/** When the work of a report is due again, counted from `today` (`yyyy-MM-dd`); null when it is not due. */
export function dueIn({ due_date, due_mileage, transport }: DueFields, today: string): DueIn | null {
  const days = due_date === null ? null : daysBetween(today, due_date)
  const { miles_driven } = transport
  const miles = due_mileage === null || due_mileage === 0 || miles_driven === null ? null : due_mileage - miles_driven
  const both = [days, miles === null ? null : Math.floor(miles / MILES_PER_DAY)].filter((one) => one !== null)
  return both.length === 0 ? null : { days, miles, soonest: Math.min(...both) }
}

export const isOverdue = ({ days, miles }: DueIn): boolean => (days ?? 0) < 0 || (miles ?? 0) < 0

/** Whether a report's work is due: the latest report of its service type on a unit that is not deleted. */
export function isUpcoming(row: Inspection): boolean {
  return row.is_latest && !row.transport.is_deleted && (row.due_date !== null || (row.due_mileage ?? 0) > 0)
}

/**
 * The filter of a list. An empty value matches every report. `date_after` and `date_before` are included in the range.
 */
export interface InspectionFilter {
  readonly status: InspectionTab
  readonly date_after?: string | undefined
  readonly date_before?: string | undefined
  readonly report_type: ReportType | ''
  readonly service_type: ServiceFilter | ''
  /** Ids of users. */
  readonly fleet_manager: readonly number[]
  /** Ids of units. */
  readonly transport: readonly string[]
}

const TABS: Readonly<Record<InspectionTab, (row: Inspection) => boolean>> = {
  '': () => true,
  upcoming: isUpcoming,
  history: (row) => !isUpcoming(row) && row.approved_date !== null,
}

function matchesService(row: Inspection, filter: ServiceFilter | ''): boolean {
  if (filter === 'with_defects') return row.report_type === 'defect'
  if (filter === 'without_defects') return row.report_type === 'no_defect'
  return filter === '' || row.service_type === filter
}

/**
 * Whether a report is in a list: the server's `WHERE`, for rows on the device. The upcoming tab ignores the date range.
 */
export function inspectionFits(filter: InspectionFilter): (row: Inspection) => boolean {
  const { status, report_type, service_type, fleet_manager, transport } = filter
  const { date_after = '', date_before = '9999' } = status === 'upcoming' ? {} : filter
  return (row) =>
    TABS[status](row) &&
    (status === 'upcoming' || (row.date >= date_after && row.date <= date_before)) &&
    (report_type === '' || row.report_type === report_type) &&
    matchesService(row, service_type) &&
    (fleet_manager.length === 0 || fleet_manager.includes(row.fleet_manager?.id ?? 0)) &&
    (transport.length === 0 || transport.includes(row.transport.id))
}

const compareTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
/** A report without an id is the newest: it waits on this device. */
const numberOf = ({ id }: Inspection) => (id === 0 ? Number.MAX_SAFE_INTEGER : id)

/** A device may send an earlier report of a day later. */
const madeAt = ({ made_at, received_at }: Inspection) => Date.parse(made_at ?? received_at)

/**
 * The server's `ORDER BY` for the default sort orders, for rows on the device: the newest report first, in the upcoming
 * tab the earliest due first, then by id.
 */
export function compareInspections(tab: InspectionTab, today: string): (a: Inspection, b: Inspection) => number {
  if (tab !== 'upcoming')
    return (a, b) => compareTexts(b.date, a.date) || madeAt(b) - madeAt(a) || numberOf(b) - numberOf(a)
  const soonest = (row: Inspection) => dueIn(row, today)?.soonest ?? Number.MAX_SAFE_INTEGER
  return (a, b) => soonest(a) - soonest(b) || numberOf(a) - numberOf(b)
}

/** A list in a query, as `a,b` or by repetition (`?x=a&x=b`). */
const stringList = z.pipe(
  z.union([z.string(), z.array(z.string())]),
  z.transform((value: string | string[]) =>
    [value]
      .flat()
      .flatMap((one) => one.split(','))
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  ),
)
const idList = z.pipe(
  stringList,
  z.pipe(
    z.array(z.string().check(z.regex(/^\d{1,9}$/, 'Enter valid ids.'))),
    z.transform((texts: string[]) => texts.map(Number)),
  ),
)

export const inspectionListQuery = {
  status: z._default(inspectionTab, ''),
  report_type: z._default(z.union([reportType, z.literal('')]), ''),
  service_type: z._default(z.union([serviceFilter, z.literal('')]), ''),
  /** Empty for the tab's default sort order. */
  ordering: orderingQuery(''),
  fleet_manager: z._default(idList, []),
  transport: z._default(stringList, []),
}
