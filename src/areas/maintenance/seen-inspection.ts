import * as z from 'zod/mini'
import {
  attachment,
  comment,
  defect,
  type Inspection,
  inspection,
  inspectionKind,
  isOpenMajor,
} from '#contract/inspections.ts'
import { unitKind } from '#contract/units.ts'
import { type Effect, patched, type RecordKey, recordKey } from '#src/offline/command.ts'

/** Of a record that a device made and the server has not seen, the number that it has until then. */
export const NO_ID_YET = 0
const heldId = { id: z.int().check(z.nonnegative()) }
export const heldDefect = z.extend(defect, heldId)

/** What of an inspection is kept with a change of it: what the change needs to be sent, shown, told and taken back. */
export const seenInspection = z.extend(
  z.pick(inspection, {
    client_id: true,
    date: true,
    transport: true,
    service_type: true,
    total_cost: true,
    due_date: true,
    due_mileage: true,
    note: true,
    fleet_manager: true,
    approved_date: true,
    reviewed_by: true,
    reviewed_at: true,
    version: true,
  }),
  { ...heldId, defects: z.array(heldDefect) },
)
export type SeenInspection = z.output<typeof seenInspection>

/** A whole inspection as the device has it, one that waits to be made included: what a form begins with. */
export const heldInspection: z.ZodMiniType<Inspection> = z.extend(inspection, {
  ...heldId,
  defects: z.array(heldDefect),
  attachments: z.array(z.extend(attachment, heldId)),
  comments: z.array(z.extend(comment, heldId)),
})

/** As much of an inspection as a change keeps. */
export const seenOf = (row: Inspection): SeenInspection => seenInspection.parse(row)

/** The inspection as the server has it, with a conflict; null when it is none. */
export const inspectionIn = (current: unknown): SeenInspection | null => seenInspection.safeParse(current).data ?? null

export function inspectionKey(row: Parameters<typeof inspectionKind.keyOf>[0]): RecordKey {
  return recordKey(inspectionKind, inspectionKind.keyOf(row))
}

/** The version to name with a change; null for an inspection that waits to be made. */
export const seenVersionOf = ({ id, version }: Pick<Inspection, 'id' | 'version'>) =>
  id === NO_ID_YET ? null : version

/** "Truck 1042 · Kenworth T680": what changes of its inspections are about. */
export const unitWords = ({ kind, title }: Pick<SeenInspection['transport'], 'kind' | 'title'>): string =>
  `${kind === 'truck' ? 'Truck' : 'Trailer'} ${title}`

/** The version that an answer gives an inspection, for the changes that come after. */
export function versionOfReply(reply: unknown): readonly { readonly key: RecordKey; readonly version: number }[] {
  const now = inspectionIn(reply)
  return now ? [{ key: inspectionKey(now), version: now.version }] : []
}

/** A row of an inspection is its whole row, wherever it stands: there is no other kind of row. */
export function patchedInspection(row: SeenInspection, change: (row: Inspection) => Inspection): Effect {
  return patched(inspectionKind, inspectionKind.keyOf(row), (known) =>
    'defects' in known ? (change(known as unknown as Inspection) as unknown as typeof known) : known,
  )
}

/** How many of an inspection's defects keep its unit in the yard. */
export const openMajorsOf = ({ defects, transport }: Pick<SeenInspection, 'defects' | 'transport'>): number =>
  transport.is_deleted ? 0 : defects.filter(isOpenMajor).length

/** So many open major defects more, or fewer, on a unit: whether it may roll is seen wherever it stands. */
export function openMajorsChanged(unit: string, by: number): readonly Effect[] {
  if (by === 0) return []
  return [
    patched(unitKind, unit, (row) =>
      'open_major_defects' in row && typeof row.open_major_defects === 'number'
        ? { ...row, open_major_defects: Math.max(0, row.open_major_defects + by) }
        : row,
    ),
  ]
}

/** Whatever shows an inspection, or how a unit stands by it. */
export const INSPECTION_REFRESHES = [['maintenance']] as const
export const INSPECTION_AND_UNIT_REFRESHES = [['maintenance'], ['trucks'], ['trailers'], ['transport']] as const
