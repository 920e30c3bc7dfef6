import * as z from 'zod/mini'
import { UNIT_SORTS } from '#contract/units/unit-choices.ts'
import { unitId, unitNumbers } from '#contract/units/unit-names.ts'
import { clientId, instant, isoDate, kind, serverId, version } from '#contract/wire/record.ts'
import { CHECKS, defectState, defectType, reportType, serviceType, urgency } from './maintenance-choices.ts'

const named = z.object({ id: serverId, first_name: z.string(), last_name: z.string() })

/** A defect of an inspection, and what became of it: by whom, when, and how (49 CFR 396.11(a)(3)). */
export const defect = z.object({
  id: serverId,
  client_id: z.nullable(clientId),
  defect_type: defectType,
  urgency,
  description: z.string(),
  state: defectState,
  /** Who repaired it or certified that it can wait, as signed; null while it is open. */
  settled_by: z.nullable(z.string()),
  settled_at: z.nullable(instant),
  settled_note: z.string(),
})
export type Defect = z.output<typeof defect>

/** A file of an inspection. `file_size` in bytes; `client_id` is the name of the upload that it was made of. */
export const attachment = z.object({
  id: serverId,
  client_id: z.nullable(clientId),
  file: z.string(),
  file_size: z.int(),
  name: z.string(),
  type: z.string(),
  /** The defect that it shows, by its id; null for none. */
  defect: z.nullable(serverId),
})
export type Attachment = z.output<typeof attachment>

/** `created_at`: when it was written, which may be long before it arrived. `user` is null when that account is gone. */
export const comment = z.object({
  id: serverId,
  client_id: z.nullable(clientId),
  text: z.string(),
  created_at: instant,
  user: z.nullable(z.object({ ...named.shape, photo: z.nullable(z.string()) })),
})
export type Comment = z.output<typeof comment>

export const inspectionTransport = z.object({
  id: unitId,
  kind: z.enum(UNIT_SORTS),
  number: unitNumbers.number,
  /** "1042 · Freightliner Cascadia". */
  title: z.string(),
  /** Of the unit today; null when it was deleted. */
  miles_driven: z.nullable(z.number()),
  is_deleted: z.boolean(),
})

/** A report on a unit: what was done, what was found, what it cost, and when it is due again. */
export const inspection = z.object({
  id: serverId,
  client_id: z.nullable(clientId),
  /** The company's day on which it was made. */
  date: isoDate,
  fleet_manager: z.nullable(named),
  transport: inspectionTransport,
  service_type: serviceType,
  service_type_display: z.string(),
  career: z.string(),
  /** Dollars. */
  total_cost: z.number(),
  /** Miles, when it was made; null where nobody knew. */
  odometer: z.nullable(z.number()),
  due_date: z.nullable(isoDate),
  /** Miles; 0 where none was said of an oil change, null of everything else. */
  due_mileage: z.nullable(z.number()),
  note: z.string(),
  report_type: reportType,
  defects: z.array(defect),
  checklist: z.array(z.object({ part: defectType, found: z.enum(CHECKS) })),
  attachments: z.array(attachment),
  comments: z.array(comment),
  approved_by: z.nullable(named),
  approved_date: z.nullable(isoDate),
  /** When the box was ticked, on the device; null where only the day is known. */
  approved_at: z.nullable(instant),
  /** When that came to the server; not told by what a device kept before the server told it. */
  approval_received_at: z.optional(z.nullable(instant)),
  /** The next driver, who has read the report and that its defects were seen to (49 CFR 396.13), as signed. */
  reviewed_by: z.nullable(z.string()),
  reviewed_at: z.nullable(instant),
  created_by: z.nullable(named),
  /** When it was made on the device, and when it came to the server. */
  made_at: z.nullable(instant),
  received_at: instant,
  /** No report of the same unit and service type was made later, whichever came first. */
  is_latest: z.boolean(),
  version,
})
export type Inspection = z.output<typeof inspection>

/** Inspections as the device knows them; one that a device made keeps the name it was given there. */
export const inspectionKind = kind(
  'inspection',
  (row: { readonly id: number; readonly client_id: string | null }) => row.client_id ?? `${row.id}`,
  (row) => `${row.id}`,
)
/** How a change names a record that may have been made on this device. */
export const recordRefOf = (row: { readonly id: number; readonly client_id: string | null }): number | string =>
  row.client_id ?? row.id

/** 49 CFR 396.11: a unit with one of these open is not ready to roll. */
export const isOpenMajor = ({ state, urgency }: Pick<Defect, 'state' | 'urgency'>): boolean =>
  state === 'open' && urgency === 'major'
