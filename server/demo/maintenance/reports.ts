import type { Calendar } from '#server/demo/company/calendar.ts'
import type { Random } from '#server/demo/random.ts'
import { filesOf } from './attached.ts'
import { remarksOn } from './comments.ts'
import type { Draft } from './draft.ts'
import type { Office } from './office.ts'
import type { Sample } from './samples.ts'

/** A row of `inspections`. Minutes are those of the day in Chicago that is named beside them. */
export interface SeedInspection extends Omit<Draft, 'unit' | 'offset' | 'defects' | 'reviewed'> {
  readonly id: number
  readonly date: string
  readonly unit_id: string
  readonly unit_kind: 'truck' | 'trailer'
  readonly unit_model: string
  readonly report_type: 'defect' | 'no_defect'
  readonly odometer: number | null
  readonly fleet_manager_id: number
  /** When it was made on the device. */
  readonly minute: number
  /** And how many minutes later it came to the server. */
  readonly lag: number
  readonly approved_by: number | null
  readonly approved_date: string | null
  readonly approved_minute: number | null
  readonly reviewed_by: string | null
  readonly reviewed_date: string | null
  readonly reviewed_minute: number | null
  readonly is_latest: boolean
}

/** What `defects` knows of an inspection. */
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

/** Which of them, oldest first, no later one of the same unit and service follows. */
function latestOf(drafts: readonly Draft[]): ReadonlySet<Draft> {
  return new Set(new Map(drafts.map((draft) => [`${draft.unit.id} ${draft.service_type}`, draft])).values())
}

const isTrip = ({ service_type }: Draft) => service_type === 'pre_trip' || service_type === 'post_trip'
/** Walkarounds that nobody has looked at yet. */
const UNAPPROVED = 0.25

/** Who approved it, mostly within the hour, else the morning after. */
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

/** Drafts, oldest first, as the tables have them. */
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
