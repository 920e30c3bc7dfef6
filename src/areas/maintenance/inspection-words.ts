import type { Inspection } from '#contract/maintenance/inspections.ts'
import { type Check, type DefectState, SERVICE_TYPES, serviceTitle } from '#contract/maintenance/maintenance-choices.ts'
import { fullName } from '#contract/wire/people.ts'
import { chicagoMoment } from '#src/format/chicago.ts'
import { exactMiles, formatMoney } from '#src/format/numbers.ts'

export const NONE = 'None'

/** "31.12.2026": the company's format for due dates. "None" for anything that is not a date. */
export function dueDateWords(day: unknown): string {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(String(day ?? '')) ?? []
  return year === undefined ? NONE : `${date}.${month}.${year}`
}

/** "1042 · Kenworth T680". */
export const transportWords = ({ title, is_deleted }: Inspection['transport']): string =>
  is_deleted ? `${title} (deleted)` : title

/** Miles to the thousandth, or "None". */
export function milesWords(miles: unknown): string {
  return typeof miles === 'number' ? exactMiles(miles) : NONE
}

export function costWords(cost: unknown): string {
  return typeof cost === 'number' ? formatMoney(cost) : String(cost)
}

export function nameWords(person: unknown): string {
  const isNamed = typeof person === 'object' && person !== null && 'first_name' in person && 'last_name' in person
  return isNamed ? fullName(person as Parameters<typeof fullName>[0]) || NONE : NONE
}

export function serviceWords(value: unknown): string {
  const [known] = SERVICE_TYPES.find(([one]) => one === value) ?? []
  return known === undefined ? String(value ?? NONE) : serviceTitle(known)
}

export const stateColor = (state: DefectState) =>
  ({ open: 'red', repaired: 'green', deferred: 'yellow' })[state] as 'red' | 'green' | 'yellow'

const CHECK_TITLES: Readonly<Record<Check, string>> = {
  ok: 'OK',
  defect: 'Defect',
  not_applicable: 'Not applicable',
}
export const checkWords = (found: Check): string => CHECK_TITLES[found]

/** "11/20/26 2:05 PM" in company time. */
export const momentWords = (at: string): string => chicagoMoment(Date.parse(at))

const A_MINUTE = 60_000

/** The time of arrival at the server, if it is more than one minute after `at`; otherwise null. */
export function lateArrival(at: string | null, arrived: string | null): string | null {
  if (at === null || arrived === null) return null
  return Date.parse(arrived) - Date.parse(at) <= A_MINUTE ? null : arrived
}
