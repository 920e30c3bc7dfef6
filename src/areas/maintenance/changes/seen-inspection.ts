import * as z from 'zod/mini'
import {
  attachment,
  comment,
  defect,
  type Inspection,
  inspection,
  inspectionTransport,
  isOpenMajor,
} from '#contract/maintenance/inspections.ts'
import { serviceTitle } from '#contract/maintenance/maintenance-choices.ts'
import { unitKind } from '#contract/units/unit-names.ts'
import { shortDay } from '#src/format/calendar.ts'
import { type Effect, patched } from '#src/offline/command.ts'
import { NO_ID_YET } from '#src/record/identity.ts'
import { inspectionRows } from '../inspection-rows.ts'

const heldId = { id: z.int().check(z.nonnegative()) }
/** By its `id` a unit is sent: of one that waits to be made that is the name which its device gave it. */
export const heldTransport = z.extend(inspectionTransport, { id: z.string() })
export const heldDefect = z.extend(defect, heldId)

/**
 * A whole inspection as the device has it, one that waits to be made included: what a form begins with, and what is kept with a
 * change of it, so that it can be shown wherever it belongs by then.
 */
export const seenInspection: z.ZodMiniType<Inspection> = z.extend(inspection, {
  ...heldId,
  transport: heldTransport,
  defects: z.array(heldDefect),
  attachments: z.array(z.extend(attachment, heldId)),
  comments: z.array(z.extend(comment, heldId)),
})

/** "Truck 1042 · Kenworth T680". */
export const unitWords = ({ kind, title }: Pick<Inspection['transport'], 'kind' | 'title'>): string =>
  `${kind === 'truck' ? 'Truck' : 'Trailer'} ${title}`

/** "Truck 1042 · Kenworth T680 · PM A of 11/21/26": which report of a unit a change is about. */
export const reportWords = ({
  transport,
  service_type,
  date,
}: Pick<Inspection, 'transport' | 'service_type' | 'date'>): string =>
  `${unitWords(transport)} · ${serviceTitle(service_type)} of ${shortDay(date)}`

/**
 * The inspection changes, wherever it stands, and comes where it then belongs. One that waits to be made is shown by what makes
 * it: once that is discarded nothing is left to change.
 */
export const patchedInspection = (was: Inspection, change: (row: Inspection) => Inspection): Effect =>
  patched(
    inspectionRows,
    inspectionRows.keyOf(was),
    (row) => ({ ...row, ...change(row) }),
    was.id === NO_ID_YET ? undefined : was,
  )

/** How many of an inspection's defects keep its unit in the yard. */
export const openMajorsOf = ({ defects, transport }: Pick<Inspection, 'defects' | 'transport'>): number =>
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
export const INSPECTION_REFRESHES = [['maintenance'], ['attention']] as const
export const INSPECTION_AND_UNIT_REFRESHES = [...INSPECTION_REFRESHES, ['trucks'], ['trailers'], ['transport']] as const
