import type { DefectChange } from '#contract/maintenance/inspection-changes.ts'
import type { RecordRef } from '#contract/wire/record.ts'
import { Problem } from '#server/base/problem.ts'
import { type ChangeRequest, changeRecord, type RecordStore } from '#server/records/change-record.ts'
import { logLinkedChange } from '#server/records/linked-record.ts'
import type { RecordText } from '#server/records/record-text.ts'
import { type DefectOutcome, type DefectRow, findDefect, writeOutcome } from './defect-repository.ts'
import type { InspectedUnit } from './inspected-unit-repository.ts'
import { inspectionStore } from './inspection-repository.ts'
import { plausibleInstant } from './inspection-service.ts'
import { lockReportWithUnits } from './lock-report.ts'
import { NO_REPORT_CHANGE, updateUnitFromReports } from './unit-consequences.ts'

/** The outcome of a defect as fields of its inspection. Users who settle different defects do not conflict. */
type DefectOutcomeFields = Readonly<Record<string, string | null>>

const PARTS = ['state', 'settled_by', 'settled_at', 'settled_note'] as const
const fieldOf = (id: number, part: (typeof PARTS)[number]) => `defects.${id}.${part}`
const outcomeFields = (id: number, settled: DefectOutcome): DefectOutcomeFields =>
  Object.fromEntries(PARTS.map((part) => [fieldOf(id, part), settled[part]]))

function outcomeFrom(id: number, fields: DefectOutcomeFields): DefectOutcome {
  const part = (name: (typeof PARTS)[number]) => fields[fieldOf(id, name)] ?? null
  // `outcomeFields` wrote these values.
  return {
    state: part('state') as DefectOutcome['state'],
    settled_by: part('settled_by'),
    settled_at: part('settled_at'),
    settled_note: part('settled_note') ?? '',
  }
}

/** A store for the inspection of a defect. The fields of the record are the outcome of that one defect. */
function defectStore({ id, inspection }: DefectRow, unit: InspectedUnit | undefined): RecordStore<DefectOutcomeFields> {
  return {
    area: 'maintenance',
    async lock(sql) {
      const locked = await inspectionStore.lock(sql, inspection)
      const defect = locked && (await findDefect(sql, id))
      return defect && { id: inspection, version: locked.version, fields: outcomeFields(id, defect) }
    },
    async write(sql, _id, fields, { author, changes }) {
      await writeOutcome(sql, id, outcomeFrom(id, fields))
      await logLinkedChange(sql, { area: 'maintenance', id: inspection, author, changes })
      if (unit) await updateUnitFromReports(sql, author, unit, NO_REPORT_CHANGE)
      const written = await inspectionStore.find(sql, inspection)
      if (!written) throw new Error(`inspection ${inspection} vanished while it was locked`)
      return written
    },
    find: (sql) => inspectionStore.find(sql, inspection),
  }
}

/**
 * Saves the outcome of a defect and returns its inspection. Throws 404, and 412 when another user has saved a different
 * outcome in the meantime.
 */
export async function settleDefect(request: ChangeRequest, ref: RecordRef, body: DefectChange): Promise<RecordText> {
  const { sql, author } = request
  const defect = await findDefect(sql, ref)
  if (!defect)
    throw new Problem(404, { detail: 'This defect does not exist: its inspection was deleted, or it never existed.' })
  const [unit] = (await lockReportWithUnits(sql, defect.inspection)).units
  const isOpen = body.state === 'open'
  const at = plausibleInstant(body.settled_at ?? author.now.toISOString(), author.now).toISOString()
  const outcome: DefectOutcome = {
    state: body.state,
    settled_by: isOpen ? null : (body.settled_by ?? null),
    settled_at: isOpen ? null : at,
    settled_note: isOpen ? '' : body.settled_note,
  }
  return changeRecord(request, defectStore(defect, unit), defect.inspection, outcomeFields(defect.id, outcome))
}
