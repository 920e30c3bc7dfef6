import type { LinkProps } from '@tanstack/react-router'
import type {
  AttentionDriver,
  AttentionInspection,
  AttentionItem,
  AttentionKind,
  AttentionUnit,
} from '#contract/maintenance/attention.ts'
import { notReady } from '#contract/maintenance/fleet-health.ts'
import type { ServiceType } from '#contract/maintenance/maintenance-choices.ts'
import { driverKind } from '#contract/people/drivers.ts'
import { phraseOf } from '#contract/text/search.ts'
import { numberOf, unitKind } from '#contract/units/unit-names.ts'
import { type Access, edit, view } from '#contract/wire/access.ts'
import { fullName } from '#contract/wire/people.ts'
import { daysBetween, type IsoDay, shortDay } from '#src/format/calendar.ts'
import { type ExpiryTone, expiryWords, toneOfExpiry } from '#src/format/expiry.ts'
import { counted, countOf } from '#src/format/numbers.ts'

/** What a line says of a record. */
export interface LineWords {
  readonly title: string
  /** What it is, or why it is told. */
  readonly note: string
  /** What presses, and how much; null where nothing is due by a day. */
  readonly due: { readonly words: string; readonly tone: ExpiryTone } | null
}

const unitTitle = (kind: 'truck' | 'trailer', called: string) => `${kind === 'truck' ? 'Truck' : 'Trailer'} ${called}`

function reportNote({ service_type_display, date, due_mileage }: AttentionInspection, kind: AttentionKind): string {
  if (kind === 'approval') return `${service_type_display} of ${shortDay(date)}`
  const last = `${service_type_display}, last on ${shortDay(date)}`
  return due_mileage ? `${last}, due at ${counted(due_mileage)} mi` : last
}

function noteOf(item: AttentionItem, kind: AttentionKind, today: IsoDay): string {
  if (item.of === 'driver') return item.due === null ? '' : shortDay(item.due)
  if (item.of === 'inspection') return reportNote(item.row, kind)
  const { transport_model, open_major_defects, holder } = item.row
  if (kind === 'major_defect')
    return [countOf(open_major_defects, 'defect'), transport_model].filter(Boolean).join(' · ')
  if (kind === 'not_ready')
    return notReady({ ...item.row, driver: holder }, today)
      .map(({ words }) => words)
      .join(', ')
  return [item.due === null ? '' : shortDay(item.due), transport_model].filter(Boolean).join(' · ')
}

/** Days that somebody has waited for, told like those that are overdue. */
function waited(since: IsoDay, today: IsoDay): LineWords['due'] {
  const days = daysBetween(since, today)
  if (days <= 0) return null
  return { words: `waiting ${countOf(days, 'day')}`, tone: days > 7 ? 'pressing' : 'soon' }
}

/** What is told of an item under one of its needs. */
export function lineWords(item: AttentionItem, kind: AttentionKind, today: IsoDay): LineWords {
  const { of, row, due } = item
  const over = kind === 'service' || kind === 'annual_inspection' ? 'overdue' : 'expired'
  return {
    title:
      of === 'driver'
        ? fullName(row.user)
        : of === 'unit'
          ? unitTitle(row.kind, numberOf(row))
          : unitTitle(row.transport.kind, row.transport.title),
    note: noteOf(item, kind, today),
    due:
      due !== null
        ? { words: expiryWords(due, today, over), tone: toneOfExpiry(due, today) }
        : of === 'inspection'
          ? waited(row.date, today)
          : null,
  }
}

/** What is done about it, and where; `access`: who may do so. */
export interface LineAct {
  readonly words: string
  readonly access: Access
  readonly link: Pick<LinkProps, 'to' | 'search'>
  /** The row of that list that is to be open there. */
  readonly opens?: { readonly list: 'drivers' | 'trucks' | 'trailers'; readonly key: string }
}

const DRIVER_ACTS: Partial<Readonly<Record<AttentionKind, string>>> = {
  no_truck: 'Give a truck',
  medical_card: 'Enter the new card',
  cdl: 'Enter the new CDL',
}
/** The form of a report for a unit; `add`: of which service, if that is known. */
const reporting = (words: string, vehicles: string, add: ServiceType | 'any'): LineAct => ({
  words,
  access: edit('maintenance'),
  link: { to: '/maintenance', search: { vehicles, add } },
})

const report = (ref: string | number) => ({ to: '/maintenance', search: { open: `${ref}` } }) as const

/** What is done about a unit where it is reported; nothing where that is done on its card. */
function unitActs({ id, major_defect_report }: AttentionUnit, kind: AttentionKind): readonly LineAct[] {
  if (kind === 'annual_inspection') return [reporting('Report the inspection', id, 'annual_inspection')]
  if (kind === 'service') return [reporting('Report the service', id, 'any')]
  if (kind !== 'major_defect' || major_defect_report === null) return []
  return [{ words: 'Certify the repair', access: edit('maintenance'), link: report(major_defect_report) }]
}

function driverLeads(row: AttentionDriver, kind: AttentionKind): readonly LineAct[] {
  const link = { to: '/drivers', search: { find: phraseOf(fullName(row.user)) } } as const
  // The truck stands on the card itself.
  const lead =
    kind === 'no_truck' ? { link } : { link, opens: { list: 'drivers', key: driverKind.keyOf(row) } as const }
  return [
    { ...lead, words: DRIVER_ACTS[kind] ?? 'Open', access: edit('drivers') },
    { ...lead, words: 'Open', access: view('drivers') },
  ]
}

function unitLeads(row: AttentionUnit, kind: AttentionKind): readonly LineAct[] {
  const area = row.kind === 'truck' ? 'trucks' : 'trailers'
  const link = { to: `/${area}`, search: { find: phraseOf(numberOf(row)) } } as const
  const opens = { list: area, key: unitKind.keyOf(row) } as const
  const reports = { to: '/maintenance', search: { vehicles: row.id } } as const
  return [
    ...unitActs(row, kind),
    ...(kind === 'registration' ? [{ words: 'Enter the new day', access: edit(area), link, opens }] : []),
    { words: 'Open', access: view(area), link, opens },
    { words: 'Open', access: view('maintenance'), link: reports },
  ]
}

/** Where a line leads: to the first of these that its reader may do. */
export function lineLeads({ of, row }: AttentionItem, kind: AttentionKind): readonly LineAct[] {
  if (of === 'driver') return driverLeads(row, kind)
  if (of === 'unit') return unitLeads(row, kind)
  const link = report(row.client_id ?? row.id)
  const act =
    kind === 'approval'
      ? { words: 'Approve', access: edit('maintenance'), link }
      : reporting('Report the service', row.transport.id, row.service_type)
  return [act, { words: 'Open', access: view('maintenance'), link }]
}
