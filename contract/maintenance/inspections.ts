import * as z from 'zod/mini'
import { UNIT_KINDS } from '#contract/units/unit-choices.ts'
import { unitId, unitNumbers } from '#contract/units/unit-names.ts'
import { clientId, instant, isoDate, kind, serverId, version } from '#contract/wire/record.ts'
import { CHECKS, defectState, defectType, reportType, serviceType, urgency } from './maintenance-choices.ts'

const userName = z.object({ id: serverId, first_name: z.string(), last_name: z.string() })

/** A defect of an inspection, and its outcome: who certified it, when and how (49 CFR 396.11(a)(3)). */
export const defect = z.object({
  id: serverId,
  client_id: z.nullable(clientId),
  defect_type: defectType,
  urgency,
  description: z.string(),
  state: defectState,
  /** The signed name of the person who certified the repair or the deferral; null while the defect is open. */
  settled_by: z.nullable(z.string()),
  settled_at: z.nullable(instant),
  settled_note: z.string(),
})
export type Defect = z.output<typeof defect>

/** A file of an inspection. `file_size` in bytes; `client_id` is the id of its upload. */
export const attachment = z.object({
  id: serverId,
  client_id: z.nullable(clientId),
  file: z.string(),
  file_size: z.int(),
  name: z.string(),
  type: z.string(),
  /**
   * The id of the defect that the file shows; null for none. On a device, the defect's `client_id` while the report
   * waits to be created.
   */
  defect: z.nullable(z.union([serverId, clientId])),
  /** The photo shows the defect after its repair. Absent in older responses stored on a device. */
  is_after_repair: z.optional(z.boolean()),
})
export type Attachment = z.output<typeof attachment>

/**
 * `created_at`: when the comment was written, maybe long before the server received it. `user`: null for a deleted
 * account.
 */
export const comment = z.object({
  id: serverId,
  client_id: z.nullable(clientId),
  text: z.string(),
  created_at: instant,
  user: z.nullable(z.object({ ...userName.shape, photo: z.nullable(z.string()) })),
})
export type Comment = z.output<typeof comment>

export const inspectionTransport = z.object({
  id: unitId,
  kind: z.enum(UNIT_KINDS),
  number: unitNumbers.number,
  /** "1042 · Freightliner Cascadia". */
  title: z.string(),
  /** The unit's miles today; null when the unit is deleted. */
  miles_driven: z.nullable(z.number()),
  is_deleted: z.boolean(),
})

/** A report on a unit: the work, the defects, the cost, and when the work is due again. */
export const inspection = z.object({
  id: serverId,
  client_id: z.nullable(clientId),
  /** The day on which the report was created, in the company's time zone. */
  date: isoDate,
  fleet_manager: z.nullable(userName),
  transport: inspectionTransport,
  service_type: serviceType,
  service_type_display: z.string(),
  career: z.string(),
  /** Dollars. */
  total_cost: z.number(),
  /** The unit's miles when the report was created; null when unknown. */
  odometer: z.nullable(z.number()),
  due_date: z.nullable(isoDate),
  /** Miles; 0 for an oil change without a due mileage, null for other services. */
  due_mileage: z.nullable(z.number()),
  note: z.string(),
  report_type: reportType,
  defects: z.array(defect),
  checklist: z.array(z.object({ part: defectType, found: z.enum(CHECKS) })),
  attachments: z.array(attachment),
  comments: z.array(comment),
  approved_by: z.nullable(userName),
  approved_date: z.nullable(isoDate),
  /** When the user ticked the box, by the device's clock; null when only the day is known. */
  approved_at: z.nullable(instant),
  /** When the server received the approval. Absent in older responses stored on a device. */
  approval_received_at: z.optional(z.nullable(instant)),
  /** The signed name of the next driver, who reviewed the report and the certified repairs (49 CFR 396.13). */
  reviewed_by: z.nullable(z.string()),
  reviewed_at: z.nullable(instant),
  created_by: z.nullable(userName),
  /** When the report was created on the device, and when the server received it. */
  made_at: z.nullable(instant),
  received_at: instant,
  /**
   * No report of the same unit and service type was created later. The order in which the server received them is
   * irrelevant.
   */
  is_latest: z.boolean(),
  version,
})
export type Inspection = z.output<typeof inspection>

/** Inspections on the device. An inspection that a device created keeps its `client_id` as key. */
export const inspectionKind = kind(
  'inspection',
  (row: { readonly id: number; readonly client_id: string | null }) => row.client_id ?? `${row.id}`,
  (row) => `${row.id}`,
)
/** The id by which a change refers to a record: its `client_id` if a device created it, otherwise the server's id. */
export const recordRefOf = (row: { readonly id: number; readonly client_id: string | null }): number | string =>
  row.client_id ?? row.id

/** Whether a defect is major and open: its unit is not ready to roll (49 CFR 396.11). */
export const isOpenMajor = ({ state, urgency }: Pick<Defect, 'state' | 'urgency'>): boolean =>
  state === 'open' && urgency === 'major'
