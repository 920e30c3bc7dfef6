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
import { newFile, waitingAttachment } from '#src/areas/maintenance/changes/inspection-change.ts'
import { localTransport, seenInspection } from '#src/areas/maintenance/changes/seen-inspection.ts'
import { NO_ID_YET } from '#src/record/identity.ts'

const userName = z.object({ id: serverId, first_name: z.string(), last_name: z.string() })
/**
 * A number, or the text retyped for it in the Outbox. The server judges the text: entries in the outbox must stay
 * readable when the server's rules change.
 */
const numberOrText = z.union([z.number(), z.string()])

const newDefect = z.object({ client_id: clientId, defect_type: defectType, urgency, description: z.string() })
export type NewDefect = z.output<typeof newDefect>

/** A new report with its findings, approval, times and files. */
export const newInspectionInput = z.object({
  client_id: clientId,
  /** The whole unit, with every field that is shown. */
  transport: localTransport,
  fleet_manager: userName,
  service_type: serviceType,
  report_type: reportType,
  career: z.string(),
  total_cost: numberOrText,
  odometer: z.nullable(z.number()),
  /** If true, the server replaces the odometer with its own value of that day. */
  odometer_is_last_known: z.boolean(),
  due_date: z.nullable(z.string()),
  due_mileage: z.nullable(numberOrText),
  note: z.string(),
  defects: z.array(newDefect),
  checklist: z.array(z.object({ part: defectType, found: z.enum(CHECKS) })),
  /** `at`: when the approval was checked; `on`: the company's date at that moment. */
  approval: z.object({ by: userName, at: instant, on: isoDate }),
  made_at: instant,
  /** The company's date at `made_at`. */
  date: isoDate,
  files: z.array(z.extend(newFile, { defect: z.optional(clientId) })),
  /** The previous latest report of this service on the unit, as far as the device knew. */
  supersedes: z.nullable(seenInspection),
})
export type NewInspectionInput = z.output<typeof newInspectionInput>

/** The request body of a new report. */
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

/** Approval, creation and version fields of a report that waits to be created. */
function originFields({ approval: { by, at, on }, made_at }: NewInspectionInput) {
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

/** The row that shows a new report until the server has it. */
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
    attachments: input.files.map(waitingAttachment),
    comments: [],
    ...originFields(input),
  }
}
