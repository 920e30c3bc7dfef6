import * as z from 'zod/mini'
import { ATTACHMENTS_IN_FORM, attachmentRefs } from '#contract/files/attachments.ts'
import { CODE, LINE, WORDS } from '#contract/text/plain-text.ts'
import { FIELD_RULES } from '#contract/text/typed-fields.ts'
import { unitRef } from '#contract/units/unit-names.ts'
import { administrator, edit } from '#contract/wire/access.ts'
import { inspectionDay } from '#contract/wire/days.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { clientId, idParam, instant, serverId } from '#contract/wire/record.ts'
import { comment, inspection } from './inspections.ts'
import {
  CHECKS,
  defectState,
  defectType,
  forcesNoDefect,
  reportType,
  type ServiceType,
  serviceType,
  urgency,
} from './maintenance-choices.ts'

/** The messages for inputs of an inspection, on the server and in the app. */
export const INSPECTION_RULES = {
  required: FIELD_RULES.required,
  confirmed: 'Must be confirmed',
  number: FIELD_RULES.number,
  oil_change: 'With an oil change the report type is No Defect.',
  no_defect: 'A report without defects has none.',
  due_mileage: 'Only an oil change has a due mileage.',
  twice: 'Name each part only once.',
} as const

const MAX_COST = 9_999_999.99
const MAX_MILES = 9_999_999
const MAX_WORDS = 5000
export const MAX_COMMENT = 2000
const MAX_NAME = 120
const MAX_DEFECTS = 40

const requiredUpTo = (most: number) => [z.minLength(1, INSPECTION_RULES.required), z.maxLength(most)] as const
const requiredLine = (most: number) => z.string().check(...LINE, ...requiredUpTo(most))
const optionalText = (most: number) => z.string().check(...WORDS, z.maxLength(most))

/** A number from 0 to `most`, as a number or as the text that a form sends. */
const amount = (most: number) => {
  const some = z.number(INSPECTION_RULES.number).check(z.gte(0), z.lte(most))
  const typed = z
    .string()
    .check(CODE, z.minLength(1, INSPECTION_RULES.required), z.regex(/^\d+(\.\d+)?$/, INSPECTION_RULES.number))
  return z.union([some, z.pipe(typed, z.pipe(z.transform(Number), some))], INSPECTION_RULES.number)
}

/** Dollars; stored to the cent. */
export const totalCost = amount(MAX_COST)
export const miles = amount(MAX_MILES)
export const careerField = requiredLine(MAX_NAME)
export const noteField = optionalText(MAX_WORDS)
export const descriptionField = optionalText(MAX_WORDS)
export const signedName = requiredLine(MAX_NAME)
export const commentText = z.string().check(...WORDS, ...requiredUpTo(MAX_COMMENT))

const newDefect = z.object({
  client_id: z.optional(clientId),
  defect_type: defectType,
  urgency,
  description: z._default(descriptionField, ''),
})
export type NewDefect = z.output<typeof newDefect>

const checklist = z.array(z.object({ part: defectType, found: z.enum(CHECKS) })).check(
  z.maxLength(MAX_DEFECTS),
  z.refine((items) => new Set(items.map(({ part }) => part)).size === items.length, INSPECTION_RULES.twice),
)

const approval = {
  /** The day of the approval, and the approving user, who must be the sender. */
  approved_date: z.optional(z.nullable(inspectionDay)),
  approved_by: z.optional(z.nullable(serverId)),
  /** The moment of the approval by the device's clock. */
  approved_at: z.optional(instant),
}

/** The fields of a report that are present and valid. */
interface PartialReport {
  readonly service_type?: ServiceType
  readonly report_type?: z.output<typeof reportType>
  readonly due_date?: string | null | undefined
  readonly due_mileage?: number | null | undefined
  readonly defects?: readonly unknown[]
}

/** The fields of a report that contradict each other, with their messages. */
export function crossFieldErrors(report: PartialReport): readonly (readonly [field: string, message: string])[] {
  const { service_type, report_type, due_date, due_mileage } = report
  const defects = report.defects?.length ?? 0
  const errors: (readonly [string, string])[] = []
  const isDefect = report_type === 'defect'
  if (isDefect && service_type && forcesNoDefect(service_type))
    errors.push(['report_type', INSPECTION_RULES.oil_change])
  if (isDefect && !due_date) errors.push(['due_date', INSPECTION_RULES.required])
  if (isDefect && defects === 0) errors.push(['defects', INSPECTION_RULES.required])
  if (report_type === 'no_defect' && defects > 0) errors.push(['defects', INSPECTION_RULES.no_defect])
  if (service_type && service_type !== 'oil_change' && due_mileage)
    errors.push(['due_mileage', INSPECTION_RULES.due_mileage])
  return errors
}

/** A new report, as JSON, or as a form with this object in `data` and the attachments in `files`. */
export const newInspection = z
  .object({
    client_id: z.optional(clientId),
    fleet_manager: serverId,
    transport: unitRef,
    career: careerField,
    total_cost: totalCost,
    /** Miles; absent when unknown. */
    odometer: z.optional(z.nullable(miles)),
    /** `odometer` is the last value known to an offline device. The server replaces it by its own value of that day. */
    odometer_is_last_known: z.optional(z.boolean()),
    service_type: serviceType,
    report_type: reportType,
    due_date: z.optional(z.nullable(inspectionDay)),
    due_mileage: z.optional(z.nullable(miles)),
    note: z._default(noteField, ''),
    defects: z._default(z.array(newDefect).check(z.maxLength(MAX_DEFECTS)), []),
    checklist: z._default(checklist, []),
    ...approval,
    /** When the report was created, by the device's clock. Default: now. */
    made_at: z.optional(instant),
    files: z._default(attachmentRefs, []),
  })
  .check(
    z.check(
      (payload) => {
        for (const [field, message] of crossFieldErrors(payload.value))
          payload.issues.push({ code: 'custom', message, input: payload.value, path: [field] })
      },
      // Runs for every object, also with invalid fields, so that the user gets all messages in one response.
      { when: ({ value }) => value instanceof Object },
    ),
  )
export type NewInspection = z.output<typeof newInspection>

/** A change of a report. Absent fields stay unchanged. An approval cannot be changed. */
export const inspectionChange = z.object({
  transport: z.optional(unitRef),
  service_type: z.optional(serviceType),
  due_date: z.optional(z.nullable(inspectionDay)),
  due_mileage: z.optional(z.nullable(miles)),
  note: z.optional(noteField),
  total_cost: z.optional(totalCost),
  fleet_manager: z.optional(serverId),
  ...approval,
  /** The next driver's review (49 CFR 396.13), as signed; null undoes it. */
  reviewed_by: z.optional(z.nullable(signedName)),
  reviewed_at: z.optional(z.nullable(instant)),
  files: z.optional(attachmentRefs),
})
export type InspectionChange = z.output<typeof inspectionChange>

/**
 * A change of a defect's state. `repaired` and `deferred` require the name of the certifying person; `open` has no
 * name.
 */
export const defectChange = z
  .object({
    state: defectState,
    settled_by: z.optional(z.nullable(signedName)),
    settled_at: z.optional(z.nullable(instant)),
    settled_note: z._default(optionalText(MAX_WORDS), ''),
  })
  .check((payload) => {
    const { state, settled_by } = payload.value
    // The schema already refuses an empty name.
    if (state === 'open' || settled_by != null) return
    payload.issues.push({
      code: 'custom',
      message: INSPECTION_RULES.required,
      input: payload.value,
      path: ['settled_by'],
    })
  })
export type DefectChange = z.output<typeof defectChange>

/** An inspection in a change: its id, or the `client_id` that a device gave it. */
export const inspectionRef = z.union([serverId, clientId], 'Enter a valid id.')

export const newComment = z.object({
  client_id: z.optional(clientId),
  /** The author, who must be the sender. */
  user: serverId,
  text: commentText,
  inspection: inspectionRef,
  /** When the comment was written, by the device's clock. Default: now. */
  made_at: z.optional(instant),
})
export type NewComment = z.output<typeof newComment>

const editAccess = edit('maintenance')

export const inspectionChanges = {
  create: endpoint({
    name: 'inspections.create',
    summary: 'Create an inspection. An existing `client_id` returns its inspection.',
    method: 'POST',
    path: '/api/maintenance/inspections/',
    access: editAccess,
    body: newInspection,
    form: { files: ATTACHMENTS_IN_FORM },
    status: 201,
    reply: inspection,
  }),
  update: endpoint({
    name: 'inspections.update',
    summary: 'Change some fields of an inspection, and attach files.',
    method: 'PATCH',
    path: '/api/maintenance/inspections/:id/',
    access: editAccess,
    params: idParam,
    body: inspectionChange,
    form: { files: ATTACHMENTS_IN_FORM },
    reply: inspection,
  }),
  remove: endpoint({
    name: 'inspections.remove',
    summary: 'Delete an inspection with its comments and attachments.',
    method: 'DELETE',
    path: '/api/maintenance/inspections/:id/',
    access: administrator,
    params: idParam,
    status: 204,
    reply: null,
  }),
  settleDefect: endpoint({
    name: 'inspections.settleDefect',
    summary: 'Set the state of a defect: repaired, deferred, or open again. Returns its inspection.',
    method: 'PATCH',
    path: '/api/maintenance/defects/:id/',
    access: editAccess,
    params: idParam,
    body: defectChange,
    reply: inspection,
  }),
}

export const inspectionPartEndpoints = {
  comment: endpoint({
    name: 'inspections.comment',
    summary: 'Add a comment to an inspection.',
    method: 'POST',
    path: '/api/maintenance/comments/',
    access: editAccess,
    body: newComment,
    status: 201,
    reply: comment,
  }),
  removeAttachments: endpoint({
    name: 'inspections.removeAttachments',
    summary: 'Remove attachments by their ids. Ids of attachments that are already gone are ignored.',
    method: 'POST',
    path: '/api/maintenance/inspection-attachments/bulk_delete/',
    access: editAccess,
    body: z.object({ ids: z.array(inspectionRef).check(z.minLength(1), z.maxLength(200)) }),
    status: 204,
    reply: null,
  }),
  removeAttachment: endpoint({
    name: 'inspections.removeAttachment',
    summary: 'Remove one attachment.',
    method: 'DELETE',
    path: '/api/maintenance/inspection-attachments/:id/',
    access: editAccess,
    params: idParam,
    status: 204,
    reply: null,
  }),
}
