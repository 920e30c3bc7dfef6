import type { Calendar } from '#server/demo/company/calendar.ts'
import type { Random } from '#server/demo/random.ts'
import { filesOf } from './attached.ts'
import { remarksOn } from './comments.ts'
import type { Draft } from './draft.ts'
import type { Office } from './office.ts'
import type { Sample } from './samples.ts'

/** A row of `inspections`. Each minute belongs to the date of the same name and is a minute of that day in Chicago. */
export interface SeedInspection extends Omit<Draft, 'unit' | 'offset' | 'defects' | 'reviewed'> {
  readonly id: number
  readonly date: string
  readonly unit_id: string
  readonly unit_kind: 'truck' | 'trailer'
  readonly unit_model: string
  readonly report_type: 'defect' | 'no_defect'
  readonly odometer: number | null
  readonly fleet_manager_id: number
  /** The minute of `date` at which the report was written on the device. */
  readonly minute: number
  /** Minutes from then until the server received the report. */
  readonly lag: number
  readonly approved_by: number | null
  readonly approved_date: string | null
  readonly approved_minute: number | null
  readonly reviewed_by: string | null
  readonly reviewed_date: string | null
  readonly reviewed_minute: number | null
  readonly is_latest: boolean
}

/** The columns of `defects` that connect a defect to its inspection and settle it. */
export interface SeedFinding {
  readonly defect_id: number
  readonly inspection_id: number
  readonly settled_by: string | null
  readonly settled_date: string | null
  readonly settled_minute: number | null
  readonly settled_note: string
}

/** A row of `inspection_comments`. */
export interface SeedComment {
  readonly id: number
  readonly inspection_id: number
  readonly user_id: number
  readonly text: string
  readonly date: string
  readonly minute: number
}

/** A row of `inspection_attachments`, with its file. */
export interface SeedAttachment {
  readonly id: number
  readonly inspection_id: number
  readonly defect_id: number | null
  readonly sample: Sample
  readonly name: string
}

export interface Maintenance {
  readonly inspections: readonly SeedInspection[]
  readonly findings: readonly SeedFinding[]
  readonly comments: readonly SeedComment[]
  readonly attachments: readonly SeedAttachment[]
}

type Told = Draft & { readonly odometer: number | null }

/** The latest draft of each unit and service. `drafts` must be in order, the oldest first. */
function latestOf(drafts: readonly Draft[]): ReadonlySet<Draft> {
  return new Set(new Map(drafts.map((draft) => [`${draft.unit.id} ${draft.service_type}`, draft])).values())
}

const isTrip = ({ service_type }: Draft) => service_type === 'pre_trip' || service_type === 'post_trip'
/** The share of walkarounds without defects that are not approved yet. */
const UNAPPROVED = 0.25

/**
 * A report's approval: mostly within the hour, otherwise the next morning. All null when the report is not approved.
 */
function approvalOf(random: Random, draft: Draft, manager: number, minute: number, calendar: Calendar) {
  if (isTrip(draft) && draft.defects.length === 0 && random.chance(UNAPPROVED)) {
    return { approved_by: null, approved_date: null, approved_minute: null }
  }
  const isNextDay = draft.offset < 0 && random.chance(0.12)
  return {
    approved_by: manager,
    approved_date: calendar.date(isNextDay ? draft.offset + 1 : draft.offset),
    approved_minute: isNextDay ? random.whole(7 * 60, 9 * 60) : minute + random.whole(1, 60),
  }
}

/** The table rows for drafts. `drafts` must be in order, the oldest first. */
export function writtenDown(random: Random, drafts: readonly Told[], office: Office, calendar: Calendar): Maintenance {
  const latest = latestOf(drafts)
  const inspections: SeedInspection[] = []
  const findings: SeedFinding[] = []
  const comments: SeedComment[] = []
  const attachments: SeedAttachment[] = []
  for (const [index, draft] of drafts.entries()) {
    const own = random.branch(index)
    const inspection = rowOf(own, draft, index + 1, office, calendar, latest.has(draft))
    inspections.push(inspection)
    findings.push(...findingsOf(draft, inspection.id, calendar))
    for (const { speaker, offset, ...said } of remarksOn(own.branch('comments'), draft, inspection.minute)) {
      const user_id = office.speakerOf(own, speaker, draft.unit)
      const date = calendar.date(offset)
      comments.push({ id: comments.length + 1, inspection_id: inspection.id, user_id, date, ...said })
    }
    for (const file of filesOf(own.branch('files'), draft)) {
      attachments.push({ id: attachments.length + 1, inspection_id: inspection.id, ...file })
    }
  }
  return { inspections, findings, comments, attachments }
}

function rowOf(
  random: Random,
  { unit, offset, defects, reviewed, ...draft }: Told,
  id: number,
  office: Office,
  calendar: Calendar,
  is_latest: boolean,
): SeedInspection {
  const manager = random.chance(0.88) ? office.managerOf(unit).id : random.pick(office.managers).id
  const whole = { unit, offset, defects, reviewed, ...draft }
  const minute = isTrip(whole) ? random.whole(5 * 60, 9 * 60) : random.whole(7 * 60, 16 * 60)
  return {
    id,
    date: calendar.date(offset),
    unit_id: unit.id,
    unit_kind: unit.kind,
    unit_model: unit.transport_model,
    report_type: defects.length > 0 ? 'defect' : 'no_defect',
    fleet_manager_id: manager,
    minute,
    lag: random.chance(0.12) ? random.whole(20, 400) : random.whole(0, 1),
    ...approvalOf(random, whole, manager, minute, calendar),
    reviewed_by: reviewed?.by ?? null,
    reviewed_date: reviewed ? calendar.date(reviewed.offset) : null,
    reviewed_minute: reviewed?.minute ?? null,
    is_latest,
    ...draft,
  }
}

const findingsOf = ({ defects }: Draft, inspection_id: number, calendar: Calendar): SeedFinding[] =>
  defects.map(({ defect, settled }) => ({
    defect_id: defect.id,
    inspection_id,
    settled_by: settled?.by ?? null,
    settled_date: settled ? calendar.date(settled.offset) : null,
    settled_minute: settled?.minute ?? null,
    settled_note: settled?.note ?? '',
  }))
