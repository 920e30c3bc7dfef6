import * as z from 'zod/mini'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import {
  CHECKS,
  defectType,
  hasDueMileage,
  reportType,
  serviceTitle,
  serviceType,
  urgency,
} from '#contract/maintenance/maintenance-choices.ts'
import { clientId, instant, isoDate, serverId } from '#contract/wire/record.ts'
import { newFile, shownFile } from '#src/areas/maintenance/changes/inspection-change.ts'
import { heldTransport, seenInspection } from '#src/areas/maintenance/changes/seen-inspection.ts'
import { NO_ID_YET } from '#src/record/identity.ts'

const named = z.object({ id: serverId, first_name: z.string(), last_name: z.string() })
/** A number as it is, or as it was typed anew: the server has rules for it, which what waits must outlive. */
const number = z.union([z.number(), z.string()])

const newDefect = z.object({ client_id: clientId, defect_type: defectType, urgency, description: z.string() })
export type NewDefect = z.output<typeof newDefect>

/** A new report: what was found, by whom, when, and the files that go with it. */
export const newInspectionInput = z.object({
  client_id: clientId,
  /** With all that is shown of it. */
  transport: heldTransport,
  fleet_manager: named,
  service_type: serviceType,
  report_type: reportType,
  career: z.string(),
  total_cost: number,
  odometer: z.nullable(z.number()),
  /** Then the server puts in its own of that day. */
  odometer_is_last_known: z.boolean(),
  due_date: z.nullable(z.string()),
  due_mileage: z.nullable(number),
  note: z.string(),
  defects: z.array(newDefect),
  checklist: z.array(z.object({ part: defectType, found: z.enum(CHECKS) })),
  /** `at`: when the box was ticked; `on`: the company's day then. */
  approval: z.object({ by: named, at: instant, on: isoDate }),
  made_at: instant,
  /** The company's day then. */
  date: isoDate,
  files: z.array(z.extend(newFile, { defect: z.optional(clientId) })),
  /** The report that was the last of its kind on the unit, as far as the device knew. */
  supersedes: z.nullable(seenInspection),
})
export type NewInspectionInput = z.output<typeof newInspectionInput>

/** What the call takes. */
export function bodyOfNew(input: NewInspectionInput) {
  const { transport, fleet_manager, approval, files, odometer, due_date, due_mileage } = input
  const { client_id, service_type, report_type, career, total_cost, note, defects, checklist, made_at } = input
  return {
    ...{ client_id, service_type, report_type, career, total_cost, note, defects, checklist, made_at },
    transport: transport.id,
    fleet_manager: fleet_manager.id,
    ...(odometer !== null && { odometer }),
    ...(input.odometer_is_last_known && { odometer_is_last_known: true }),
    ...(due_date !== null && { due_date }),
    ...(due_mileage !== null && { due_mileage }),
    approved_by: approval.by.id,
    approved_date: approval.on,
    approved_at: approval.at,
    ...(files.length > 0 && {
      files: files.map(({ upload, name, defect }) => ({ upload, name, ...(defect && { defect }) })),
    }),
  }
}

const numberOr = (value: number | string, none: number) => (typeof value === 'number' ? value : none)

function shownDefect({ client_id, defect_type, urgency: grave, description }: NewDefect) {
  const open = { state: 'open', settled_by: null, settled_at: null, settled_note: '' } as const
  return { id: NO_ID_YET, client_id, defect_type, urgency: grave, description, ...open }
}

/** What a report that waits to be made says of how it came to be. */
function originOf({ approval: { by, at, on }, made_at }: NewInspectionInput) {
  return {
    approved_by: by,
    approved_date: on,
    approved_at: at,
    reviewed_by: null,
    reviewed_at: null,
    created_by: by,
    made_at,
    received_at: made_at,
    is_latest: true,
    version: 0,
  }
}

/** The report as it is shown until the server has it. */
export function rowOfNew(input: NewInspectionInput): Inspection {
  const { client_id, date, transport, fleet_manager, service_type, report_type, career, note } = input
  const { odometer, due_date, due_mileage, checklist } = input
  return {
    ...{ client_id, date, transport, fleet_manager, service_type, report_type, career, note },
    ...{ odometer, due_date, checklist },
    id: NO_ID_YET,
    service_type_display: serviceTitle(service_type),
    total_cost: numberOr(input.total_cost, 0),
    due_mileage: hasDueMileage(service_type) ? numberOr(due_mileage ?? 0, 0) : null,
    defects: input.defects.map(shownDefect),
    attachments: input.files.map(shownFile),
    comments: [],
    ...originOf(input),
  }
}
