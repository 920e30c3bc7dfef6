import type * as z from 'zod/mini'
import { type InspectionFilter, type InspectionTab, inspectionTab } from '#contract/maintenance/inspection-lists.ts'
import { reportType, type ServiceType, serviceFilter, serviceType } from '#contract/maintenance/maintenance-choices.ts'
import { UNIT_ID } from '#contract/units/unit-names.ts'
import { reportDay } from '#contract/wire/days.ts'
import { clientId } from '#contract/wire/record.ts'
import { INSPECTION_DEFAULTS, type InspectionSearch } from './inspection-search.ts'

const NUMBER = /^[1-9]\d{0,8}$/

/** The filters of each tab. */
export type InspectionFilterName = 'dates' | 'vehicles' | 'report_type' | 'service_type' | 'managers'
export const TAB_FILTERS: Readonly<Record<InspectionTab, readonly InspectionFilterName[]>> = {
  '': ['dates', 'vehicles', 'report_type', 'service_type', 'managers'],
  upcoming: ['vehicles', 'service_type'],
  history: ['dates', 'vehicles', 'service_type', 'managers'],
}

/** The parsed address of the maintenance page. */
export interface InspectionAddress {
  readonly tab: InspectionTab
  /** The filter of the tab's list. */
  readonly filter: InspectionFilter
  /** The id or client id of the open inspection; empty for none. */
  readonly open: string
  /** The new report that the address requests; null for none. */
  readonly requestedReport: RequestedReport | null
}

/** A new report that a link requests: its unit, and its service type if known. */
export interface RequestedReport {
  readonly unit: string
  readonly service: ServiceType | ''
}

/** The text as a value of the schema; empty if the schema rejects the text. */
const parsedOrEmpty = <S extends z.ZodMiniType>(schema: S, text: string): z.output<S> | '' =>
  schema.safeParse(text).data ?? ''

/** The valid items of a comma-separated list, without duplicates. */
const validItems = (text: string, isOne: RegExp) => [...new Set(text.split(','))].filter((one) => isOne.test(one))

/**
 * Parses an address. Invalid values count as absent, and so do dates in the wrong order. A tab uses only its own
 * filters; the address keeps the others, so that a user who returns to another tab finds its filters unchanged.
 */
export function parseInspectionAddress(search: InspectionSearch): InspectionAddress {
  const tab = parsedOrEmpty(inspectionTab, search.tab)
  const has = (name: InspectionFilterName) => TAB_FILTERS[tab].includes(name)
  const [after, before] = [parsedOrEmpty(reportDay, search.date_after), parsedOrEmpty(reportDay, search.date_before)]
  const hasDates = has('dates') && (before === '' || after <= before)
  const isRef = NUMBER.test(search.open) || clientId.safeParse(search.open).success
  return {
    tab,
    filter: {
      status: tab,
      ...(hasDates && after !== '' && { date_after: after }),
      ...(hasDates && before !== '' && { date_before: before }),
      transport: validItems(search.vehicles, UNIT_ID),
      report_type: has('report_type') ? parsedOrEmpty(reportType, search.report_type) : '',
      service_type: parsedOrEmpty(serviceFilter, search.service_type),
      fleet_manager: has('managers') ? validItems(search.managers, NUMBER).map(Number) : [],
    },
    open: isRef ? search.open : '',
    requestedReport:
      search.add !== '' && UNIT_ID.test(search.vehicles)
        ? { unit: search.vehicles, service: parsedOrEmpty(serviceType, search.add) }
        : null,
  }
}

/** Whether filters limit the list to a part of its tab. */
export function isNarrowed(filter: InspectionFilter): boolean {
  const { date_after, date_before, transport, report_type, service_type, fleet_manager } = filter
  const isDated = date_after !== undefined || date_before !== undefined
  return isDated || transport.length > 0 || fleet_manager.length > 0 || report_type !== '' || service_type !== ''
}

/** The same tab and open inspection, without filters. */
export function withoutFilters({ tab, open }: InspectionSearch): InspectionSearch {
  return { ...INSPECTION_DEFAULTS, tab, open }
}
