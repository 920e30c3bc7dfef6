import type { LinkProps } from '@tanstack/react-router'
import type {
  AttentionDriver,
  AttentionInspection,
  AttentionItem,
  AttentionKind,
  AttentionUnit,
} from '#contract/maintenance/attention.ts'
import { notReadyReasons } from '#contract/maintenance/fleet-health.ts'
import type { ServiceType } from '#contract/maintenance/maintenance-choices.ts'
import { driverKind } from '#contract/people/drivers.ts'
import { phraseSearch } from '#contract/text/search.ts'
import { kindTitle } from '#contract/units/unit-choices.ts'
import { unitKind, unitNumberOf } from '#contract/units/unit-names.ts'
import { type Access, edit, view } from '#contract/wire/access.ts'
import { fullName } from '#contract/wire/people.ts'
import { daysBetween, type IsoDay, shortDay } from '#src/format/calendar.ts'
import { type ExpiryTone, expiryWords, toneOfExpiry } from '#src/format/expiry.ts'
import { countOf, formatCount } from '#src/format/numbers.ts'
import { OPEN_DEFECT } from '#src/lookups/open-defect.ts'

/** The text of a line about a record. */
export interface LineWords {
  readonly title: string
  /** A description of the record or the reason for the line. */
  readonly note: string
  /** The due date in words and its urgency; null without a due date. */
  readonly due: { readonly words: string; readonly tone: ExpiryTone } | null
}

function reportNote({ service_type_display, date, due_mileage }: AttentionInspection, kind: AttentionKind): string {
  if (kind === 'approval') return `${service_type_display} of ${shortDay(date)}`
  const last = `${service_type_display}, last on ${shortDay(date)}`
  return due_mileage ? `${last}, due at ${formatCount(due_mileage)} mi` : last
}

function noteOf(item: AttentionItem, kind: AttentionKind, today: IsoDay): string {
  if (item.of === 'driver') return item.due === null ? '' : shortDay(item.due)
  if (item.of === 'inspection') return reportNote(item.row, kind)
  const { transport_model, open_major_defects, holder } = item.row
  if (kind === 'major_defect')
    return [countOf(open_major_defects, 'defect'), transport_model].filter(Boolean).join(' · ')
  if (kind === 'not_ready')
    return notReadyReasons({ ...item.row, driver: holder }, today)
      .map(({ words }) => words)
      .join(', ')
  return [item.due === null ? '' : shortDay(item.due), transport_model].filter(Boolean).join(' · ')
}

/** Days of waiting, worded like overdue days. */
function waitedDays(since: IsoDay, today: IsoDay): LineWords['due'] {
  const days = daysBetween(since, today)
  if (days <= 0) return null
  return { words: `waiting ${countOf(days, 'day')}`, tone: days > 7 ? 'pressing' : 'soon' }
}

/** The text of an item in the group of one of its needs. */
export function lineWords(item: AttentionItem, kind: AttentionKind, today: IsoDay): LineWords {
  const { of, row, due } = item
  const over = kind === 'service' || kind === 'annual_inspection' ? 'overdue' : 'expired'
  return {
    title:
      of === 'driver'
        ? fullName(row.user)
        : of === 'unit'
          ? `${kindTitle(row.kind)} ${unitNumberOf(row)}`
          : `${kindTitle(row.transport.kind)} ${row.transport.title}`,
    note: noteOf(item, kind, today),
    due:
      due !== null
        ? { words: expiryWords(due, today, over), tone: toneOfExpiry(due, today) }
        : of === 'inspection'
          ? waitedDays(row.date, today)
          : null,
  }
}

/** A link to an action that solves a need. `access` is the required permission. */
export interface LineAction {
  readonly words: string
  readonly access: Access
  readonly link: Pick<LinkProps, 'to' | 'search' | 'hash'>
  /** The row to open in the target list. */
  readonly opens?: { readonly list: 'drivers' | 'trucks' | 'trailers'; readonly key: string }
}

const DRIVER_ACTS: Partial<Readonly<Record<AttentionKind, string>>> = {
  no_truck: 'Give a truck',
  medical_card: 'Enter the new card',
  cdl: 'Enter the new CDL',
}
/** A link to the report form for a unit. `add` is the service type, if it is known. */
const reporting = (words: string, vehicles: string, add: ServiceType | 'any'): LineAction => ({
  words,
  access: edit('maintenance'),
  link: { to: '/maintenance', search: { vehicles, add } },
})

const report = (ref: string | number) => ({ to: '/maintenance', search: { open: `${ref}` } }) as const

/** The actions for a unit in Maintenance; none for needs that are solved on the unit's card. */
function unitReportActions({ id, major_defect_report }: AttentionUnit, kind: AttentionKind): readonly LineAction[] {
  if (kind === 'annual_inspection') return [reporting('Report the inspection', id, 'annual_inspection')]
  if (kind === 'service') return [reporting('Report the service', id, 'any')]
  if (kind !== 'major_defect' || major_defect_report === null) return []
  return [
    {
      words: 'Certify the repair',
      access: edit('maintenance'),
      link: { ...report(major_defect_report), hash: OPEN_DEFECT },
    },
  ]
}

function driverActions(row: AttentionDriver, kind: AttentionKind): readonly LineAction[] {
  const link = { to: '/drivers', search: { find: phraseSearch(fullName(row.user)) } } as const
  // The truck is on the closed card, so the card need not be opened.
  const lead =
    kind === 'no_truck' ? { link } : { link, opens: { list: 'drivers', key: driverKind.keyOf(row) } as const }
  return [
    { ...lead, words: DRIVER_ACTS[kind] ?? 'Open', access: edit('drivers') },
    { ...lead, words: 'Open', access: view('drivers') },
  ]
}

function unitCardActions(row: AttentionUnit, kind: AttentionKind): readonly LineAction[] {
  const area = row.kind === 'truck' ? 'trucks' : 'trailers'
  const link = { to: `/${area}`, search: { find: phraseSearch(unitNumberOf(row)) } } as const
  const opens = { list: area, key: unitKind.keyOf(row) } as const
  const reports = { to: '/maintenance', search: { vehicles: row.id } } as const
  return [
    ...unitReportActions(row, kind),
    ...(kind === 'registration' ? [{ words: 'Update expiration', access: edit(area), link, opens }] : []),
    { words: 'Open', access: view(area), link, opens },
    { words: 'Open', access: view('maintenance'), link: reports },
  ]
}

/** The actions for an item. The line links to the first one that the user may take. */
export function lineActions({ of, row }: AttentionItem, kind: AttentionKind): readonly LineAction[] {
  if (of === 'driver') return driverActions(row, kind)
  if (of === 'unit') return unitCardActions(row, kind)
  const link = report(row.client_id ?? row.id)
  const act =
    kind === 'approval'
      ? { words: 'Approve', access: edit('maintenance'), link }
      : reporting('Report the service', row.transport.id, row.service_type)
  return [act, { words: 'Open', access: view('maintenance'), link }]
}
