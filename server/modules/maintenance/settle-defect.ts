import type { DefectChange } from '#contract/maintenance/inspection-changes.ts'
import type { RecordRef } from '#contract/wire/record.ts'
import { Problem } from '#server/base/problem.ts'
import { type ChangeRequest, changeRecord, type RecordStore } from '#server/records/change-record.ts'
import { noteLinkedChange } from '#server/records/linked-record.ts'
import type { RecordText } from '#server/records/record-text.ts'
import { type DefectRow, findDefect, type Settled, writeSettled } from './defect-repository.ts'
import type { InspectedUnit } from './inspected-unit-repository.ts'
import { inspectionStore } from './inspection-repository.ts'
import { notAfter } from './inspection-service.ts'
import { lockPlace } from './lock-place.ts'
import { NOTHING_DONE, noteUnit } from './unit-consequences.ts'

/** A defect as fields of its inspection: two people who settle two of them are in nobody's way. */
type SettledFields = Readonly<Record<string, string | null>>

const PARTS = ['state', 'settled_by', 'settled_at', 'settled_note'] as const
const fieldOf = (id: number, part: (typeof PARTS)[number]) => `defects.${id}.${part}`
const fieldsOf = (id: number, settled: Settled): SettledFields =>
  Object.fromEntries(PARTS.map((part) => [fieldOf(id, part), settled[part]]))

function settledFrom(id: number, fields: SettledFields): Settled {
  const part = (name: (typeof PARTS)[number]) => fields[fieldOf(id, name)] ?? null
  // What stands there was put there by `fieldsOf`.
  return {
    state: part('state') as Settled['state'],
    settled_by: part('settled_by'),
    settled_at: part('settled_at'),
    settled_note: part('settled_note') ?? '',
  }
}

/** The inspection of a defect as a record whose fields are what became of that defect. */
function storeOf({ id, inspection }: DefectRow, unit: InspectedUnit | undefined): RecordStore<SettledFields> {
  return {
    area: 'maintenance',
    async lock(sql) {
      const locked = await inspectionStore.lock(sql, inspection)
      const defect = locked && (await findDefect(sql, id))
      return defect && { id: inspection, version: locked.version, fields: fieldsOf(id, defect) }
    },
    async write(sql, _id, fields, { author, changes }) {
      await writeSettled(sql, id, settledFrom(id, fields))
      await noteLinkedChange(sql, { area: 'maintenance', id: inspection, author, changes })
      if (unit) await noteUnit(sql, author, unit, NOTHING_DONE)
      const written = await inspectionStore.find(sql, inspection)
      if (!written) throw new Error(`inspection ${inspection} vanished while it was locked`)
      return written
    },
    find: (sql) => inspectionStore.find(sql, inspection),
  }
}

/** Says what became of a defect; answers its inspection. Throws 404, and 412 when somebody else said otherwise meanwhile. */
export async function settleDefect(request: ChangeRequest, ref: RecordRef, body: DefectChange): Promise<RecordText> {
  const { sql, author } = request
  const defect = await findDefect(sql, ref)
  if (!defect)
    throw new Problem(404, { detail: 'There is no such defect: its inspection was deleted, or there never was one.' })
  const [unit] = (await lockPlace(sql, defect.inspection)).units
  const isOpen = body.state === 'open'
  const at = notAfter(body.settled_at ?? author.now.toISOString(), author.now).toISOString()
  const settled: Settled = {
    state: body.state,
    settled_by: isOpen ? null : (body.settled_by ?? null),
    settled_at: isOpen ? null : at,
    settled_note: isOpen ? '' : body.settled_note,
  }
  return changeRecord(request, storeOf(defect, unit), defect.inspection, fieldsOf(defect.id, settled))
}
