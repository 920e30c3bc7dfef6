import * as z from 'zod/mini'
import { ATTACHMENTS_IN_FORM } from '#contract/files/attachments.ts'
import { administrator, edit } from '#contract/wire/access.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { idParam } from '#contract/wire/record.ts'
import { defectChange, inspectionChange, inspectionRef, newComment, newInspection } from './inspection-changes.ts'
import { comment, inspection } from './inspections.ts'

const change = edit('maintenance')

export const inspectionChanges = {
  create: endpoint({
    name: 'inspections.create',
    summary: 'Make an inspection; a `client_id` that exists answers the inspection that it names.',
    method: 'POST',
    path: '/api/maintenance/inspections/',
    access: change,
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
    access: change,
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
    summary: 'Say what became of a defect: repaired, deferred, or open again. Answers its inspection.',
    method: 'PATCH',
    path: '/api/maintenance/defects/:id/',
    access: change,
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
    access: change,
    body: newComment,
    status: 201,
    reply: comment,
  }),
  removeAttachments: endpoint({
    name: 'inspections.removeAttachments',
    summary: 'Remove attachments by their ids; those that are gone already are left out.',
    method: 'POST',
    path: '/api/maintenance/inspection-attachments/bulk_delete/',
    access: change,
    body: z.object({ ids: z.array(inspectionRef).check(z.minLength(1), z.maxLength(200)) }),
    status: 204,
    reply: null,
  }),
  removeAttachment: endpoint({
    name: 'inspections.removeAttachment',
    summary: 'Remove one attachment.',
    method: 'DELETE',
    path: '/api/maintenance/inspection-attachments/:id/',
    access: change,
    params: idParam,
    status: 204,
    reply: null,
  }),
}
