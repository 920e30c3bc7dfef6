import * as z from 'zod/mini'
import {
  attachment,
  comment,
  defect,
  type Inspection,
  inspection,
  inspectionTransport,
  isOpenMajor,
  recordRefOf,
} from '#contract/maintenance/inspections.ts'
import { serviceTitle } from '#contract/maintenance/maintenance-choices.ts'
import { kindTitle } from '#contract/units/unit-choices.ts'
import { shortDay } from '#src/format/calendar.ts'
import { type Effect, patched } from '#src/offline/command.ts'
import { NO_ID_YET } from '#src/record/identity.ts'
import { inspectionRows } from '../inspection-rows.ts'

const localId = { id: z.int().check(z.nonnegative()) }
/** A unit as the device has it. Its `id` is sent; for a unit that waits to be created, that is the client id. */
export const localTransport = z.extend(inspectionTransport, { id: z.string() })
export const localDefect = z.extend(defect, localId)

/**
 * A whole inspection as the device has it, possibly still waiting to be created. Forms start with it. A change stores
 * it too, so that the changed inspection can be shown in every list where it then belongs.
 */
export const seenInspection: z.ZodMiniType<Inspection> = z.extend(inspection, {
  ...localId,
  transport: localTransport,
  defects: z.array(localDefect),
  attachments: z.array(z.extend(attachment, localId)),
  comments: z.array(z.extend(comment, localId)),
})

/** "Truck 1042 · Kenworth T680". */
export const unitWords = ({ kind, title }: Pick<Inspection['transport'], 'kind' | 'title'>): string =>
  `${kindTitle(kind)} ${title}`

/** "Truck 1042 · Kenworth T680 · PM A of 11/21/26": names the report that a change is about. */
export const reportWords = ({
  transport,
  service_type,
  date,
}: Pick<Inspection, 'transport' | 'service_type' | 'date'>): string =>
  `${unitWords(transport)} · ${serviceTitle(service_type)} of ${shortDay(date)}`

/** The address of the maintenance page with this inspection open. */
export const inspectionPage = ({ was }: { readonly was: Pick<Inspection, 'id' | 'client_id'> }): string =>
  `/maintenance?open=${recordRefOf(was)}`

/**
 * Changes the inspection in every list that has it, and adds it to lists where it now belongs. An inspection that waits
 * to be created is shown by its own entry: after that entry is discarded, nothing is left to change, so `was` is not
 * passed.
 */
export const patchedInspection = (was: Inspection, change: (row: Inspection) => Inspection): Effect =>
  patched(
    inspectionRows,
    inspectionRows.keyOf(was),
    (row) => ({ ...row, ...change(row) }),
    was.id === NO_ID_YET ? undefined : was,
  )

/** The references of an inspection's defects that keep its unit in the yard (`openMajors`). None for a deleted unit. */
export const openMajorsOf = ({ defects, transport }: Pick<Inspection, 'defects' | 'transport'>): readonly string[] =>
  transport.is_deleted ? [] : defects.filter(isOpenMajor).map(defectRef)

export const defectRef = (defect: Pick<Inspection['defects'][number], 'id' | 'client_id'>): string =>
  String(recordRefOf(defect))
