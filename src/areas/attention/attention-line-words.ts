import type { LinkProps } from '@tanstack/react-router'
import { type Access, edit, view } from '#contract/access.ts'
import type { AttentionInspection, AttentionItem, AttentionKind } from '#contract/attention.ts'
import { notReady } from '#contract/fleet-health.ts'
import { fullName } from '#contract/people.ts'
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

const unitTitle = (kind: 'truck' | 'trailer', id: string) => `${kind === 'truck' ? 'Truck' : 'Trailer'} ${id}`

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
          ? unitTitle(row.kind, row.id)
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
}

const DRIVER_ACTS: Partial<Readonly<Record<AttentionKind, string>>> = {
  no_truck: 'Give a truck',
  medical_card: 'Enter the new card',
  cdl: 'Enter the new CDL',
}
const REPORT_ACTS: Partial<Readonly<Record<AttentionKind, string>>> = {
  major_defect: 'Certify the repair',
  annual_inspection: 'Report the inspection',
  service: 'Report the service',
}

/** Leads to the reports of a unit, where a new one is added and a repair certified. */
const reportsOf = (vehicles: string, search = {}) => ({ to: '/maintenance', search: { vehicles, ...search } }) as const
const open = (access: Access, link: LineAct['link']): LineAct => ({ words: 'Open', access, link })

/** Where a line leads: to the first of these that its reader may do. */
export function lineLeads({ of, row }: AttentionItem, kind: AttentionKind): readonly LineAct[] {
  const mends = edit('maintenance')
  if (of === 'driver') {
    const link = { to: '/drivers', search: { find: fullName(row.user) } } as const
    const words = DRIVER_ACTS[kind] ?? 'Open'
    return [{ words, access: edit('drivers'), link }, open(view('drivers'), link)]
  }
  if (of === 'inspection') {
    const link = { to: '/maintenance', search: { open: row.client_id ?? `${row.id}` } } as const
    const act =
      kind === 'approval'
        ? { words: 'Approve', access: mends, link }
        : { words: 'Report the service', access: mends, link: reportsOf(row.transport.id) }
    return [act, open(view('maintenance'), link)]
  }
  const area = row.kind === 'truck' ? 'trucks' : 'trailers'
  const words = REPORT_ACTS[kind]
  const search = kind === 'major_defect' ? { report_type: 'defect' } : {}
  return [
    ...(words === undefined ? [] : [{ words, access: mends, link: reportsOf(row.id, search) }]),
    open(view(area), { to: `/${area}`, search: { find: row.id } }),
    open(view('maintenance'), reportsOf(row.id)),
  ]
}
