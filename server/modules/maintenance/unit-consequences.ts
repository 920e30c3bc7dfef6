import { PLANNED_SERVICES, type ServiceType } from '#contract/maintenance-choices.ts'
import type { Sql } from '#server/db/db.ts'
import type { Author } from '#server/records/history-log.ts'
import { noteLinkedChange } from '#server/records/linked-record.ts'
import { findStanding, type InspectedUnit, writeDays } from './inspected-unit-repository.ts'

/** What was done to the reports of a unit: of which services they are, and whether it passed an annual inspection (`yyyy-MM-dd`). */
export interface Done {
  readonly services: readonly ServiceType[]
  readonly passedOn: string | null
}

/**
 * What reports mean to their unit: its open major defects, since when its annual inspection holds (49 CFR 396.17), and when its
 * next service is due. Logged as a change of the unit, so that whoever shows it hears of it. `was`: the unit as it was locked.
 */
export async function noteUnit(
  sql: Sql,
  author: Author,
  was: InspectedUnit,
  { services, passedOn }: Done,
): Promise<void> {
  const { id, kind } = was
  const standing = await findStanding(sql, id)
  const isPlanned = services.some((service) => PLANNED_SERVICES.includes(service))
  const now = {
    open_major_defects: standing.open_major_defects,
    inspection_passed_date:
      passedOn !== null && passedOn > (was.inspection_passed_date ?? '') ? passedOn : was.inspection_passed_date,
    // Where no report says a day, what was planned by hand stays.
    next_service_date: isPlanned ? (standing.next_service_date ?? was.next_service_date) : was.next_service_date,
  }
  const fields = ['open_major_defects', 'inspection_passed_date', 'next_service_date'] as const
  const changes = fields
    .filter((field) => was[field] !== now[field])
    .map((field) => ({ field, from: was[field], to: now[field] }))
  if (changes.length === 0) return
  await writeDays(sql, id, now)
  await noteLinkedChange(sql, { area: `${kind}s`, id, author, changes })
}
