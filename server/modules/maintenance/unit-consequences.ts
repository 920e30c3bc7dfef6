import { PLANNED_SERVICES, type ServiceType } from '#contract/maintenance/maintenance-choices.ts'
import type { Sql } from '#server/db/db.ts'
import type { Author } from '#server/records/history-log.ts'
import { noteLinkedChange } from '#server/records/linked-record.ts'
import {
  findPassedBefore,
  findStanding,
  type InspectedUnit,
  type UnitStanding,
  writeDays,
} from './inspected-unit-repository.ts'

/** A report as far as its unit goes by it. */
export interface ReportOfUnit {
  readonly service: ServiceType
  /** `yyyy-MM-dd`, as is `due_date`. */
  readonly date: string
  readonly due_date: string | null
  /** How many major defects it found. */
  readonly majors: number
}

/** What was done to the reports of a unit: which one it has now, and which one it had in its place. */
export interface Done {
  readonly came: ReportOfUnit | null
  readonly went: ReportOfUnit | null
}
export const NOTHING_DONE: Done = { came: null, went: null }

const ANNUAL: ServiceType = 'annual_inspection'
const later = (a: string | null, b: string | null) => ((a ?? '') > (b ?? '') ? a : b)

/** Since when its annual inspection holds (49 CFR 396.17): what a report gave goes with it. */
async function passedOn(sql: Sql, was: InspectedUnit, now: UnitStanding, { came, went }: Done): Promise<string | null> {
  const held = was.inspection_passed_date
  // One that found a major defect has given nothing.
  if (went?.service === ANNUAL && went.majors === 0 && held === went.date)
    return later(now.inspection_passed_date, await findPassedBefore(sql, was, held))
  return came?.service === ANNUAL && came.majors === 0 ? later(came.date, held) : held
}

/** When its next service is due: where no report says a day, what was planned by hand stays, and what a report said goes. */
function nextService(was: InspectedUnit, now: UnitStanding, { came, went }: Done): string | null {
  const held = was.next_service_date
  const isPlanned = [came, went].some((one) => one !== null && PLANNED_SERVICES.includes(one.service))
  if (!isPlanned) return held
  return now.next_service_date ?? (held === went?.due_date ? null : held)
}

/**
 * What reports mean to their unit: its open major defects, since when its annual inspection holds, and when its next service is
 * due. Logged as a change of the unit, so that whoever shows it hears of it. `was`: the unit as it was locked.
 */
export async function noteUnit(sql: Sql, author: Author, was: InspectedUnit, done: Done): Promise<void> {
  const { id, kind } = was
  const standing = await findStanding(sql, id)
  const now = {
    open_major_defects: standing.open_major_defects,
    inspection_passed_date: await passedOn(sql, was, standing, done),
    next_service_date: nextService(was, standing, done),
  }
  const fields = ['open_major_defects', 'inspection_passed_date', 'next_service_date'] as const
  const changes = fields
    .filter((field) => was[field] !== now[field])
    .map((field) => ({ field, from: was[field], to: now[field] }))
  if (changes.length === 0) return
  await writeDays(sql, id, now)
  await noteLinkedChange(sql, { area: `${kind}s`, id, author, changes })
}
