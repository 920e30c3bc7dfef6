import type * as z from 'zod/mini'
import { type InspectionFilter, type InspectionTab, inspectionTab } from '#contract/maintenance/inspection-lists.ts'
import { reportType, type ServiceType, serviceFilter, serviceType } from '#contract/maintenance/maintenance-choices.ts'
import { UNIT_ID } from '#contract/units/unit-names.ts'
import { reportDay } from '#contract/wire/days.ts'
import { clientId } from '#contract/wire/record.ts'
import { INSPECTION_DEFAULTS, type InspectionSearch } from './inspection-search.ts'

const NUMBER = /^[1-9]\d{0,8}$/

/** By what each tab can be narrowed. */
export type InspectionFilterName = 'dates' | 'vehicles' | 'report_type' | 'service_type' | 'managers'
export const TAB_FILTERS: Readonly<Record<InspectionTab, readonly InspectionFilterName[]>> = {
  '': ['dates', 'vehicles', 'report_type', 'service_type', 'managers'],
  upcoming: ['vehicles', 'service_type'],
  history: ['dates', 'vehicles', 'service_type', 'managers'],
}

/** What the address means. */
export interface Understood {
  readonly tab: InspectionTab
  /** What the tab's list is narrowed to. */
  readonly filter: InspectionFilter
  /** The inspection that is opened; empty for none. */
  readonly open: string
  /** The report that is asked for; null for none. */
  readonly asked: AskedReport | null
}

/** A new report that somebody was led to: of a unit, and of a service if that is known. */
export interface AskedReport {
  readonly unit: string
  readonly service: ServiceType | ''
}

/** Nothing, where a schema does not know it. */
const known = <S extends z.ZodMiniType>(schema: S, text: string): z.output<S> | '' => schema.safeParse(text).data ?? ''

/** Of a list with commas those that are understood, each once. */
const listed = (text: string, isOne: RegExp) => [...new Set(text.split(','))].filter((one) => isOne.test(one))

/**
 * What an address means; whatever is not understood there is as if it were absent, and so are dates that are the wrong way
 * round. A tab minds only what it can be narrowed to: who comes back to another finds it as it was.
 */
export function understood(search: InspectionSearch): Understood {
  const tab = known(inspectionTab, search.tab)
  const has = (name: InspectionFilterName) => TAB_FILTERS[tab].includes(name)
  const [after, before] = [known(reportDay, search.date_after), known(reportDay, search.date_before)]
  const hasDates = has('dates') && (before === '' || after <= before)
  const isRef = NUMBER.test(search.open) || clientId.safeParse(search.open).success
  return {
    tab,
    filter: {
      status: tab,
      ...(hasDates && after !== '' && { date_after: after }),
      ...(hasDates && before !== '' && { date_before: before }),
      transport: listed(search.vehicles, UNIT_ID),
      report_type: has('report_type') ? known(reportType, search.report_type) : '',
      service_type: known(serviceFilter, search.service_type),
      fleet_manager: has('managers') ? listed(search.managers, NUMBER).map(Number) : [],
    },
    open: isRef ? search.open : '',
    asked:
      search.add !== '' && UNIT_ID.test(search.vehicles)
        ? { unit: search.vehicles, service: known(serviceType, search.add) }
        : null,
  }
}

/** Whether a list is narrowed to less than its tab. */
export function isNarrowed(filter: InspectionFilter): boolean {
  const { date_after, date_before, transport, report_type, service_type, fleet_manager } = filter
  const isDated = date_after !== undefined || date_before !== undefined
  return isDated || transport.length > 0 || fleet_manager.length > 0 || report_type !== '' || service_type !== ''
}

/** The same tab, by nothing narrowed. */
export function widened({ tab, open }: InspectionSearch): InspectionSearch {
  return { ...INSPECTION_DEFAULTS, tab, open }
}
