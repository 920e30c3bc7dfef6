import * as z from 'zod/mini'
import type { AttachmentRef } from '#contract/files/attachments.ts'
import type { Attachment, Inspection } from '#contract/maintenance/inspections.ts'
import { hasDueMileage, serviceTitle } from '#contract/maintenance/maintenance-choices.ts'
import { valueWords } from '#src/format/value-words.ts'
import type { Field } from '#src/offline/command.ts'
import { storedFileUrl } from '#src/offline/outbox/save/stored-file-url.ts'
import { patchedRow, type RecordChange } from '#src/record/field-list.ts'
import { NO_ID_YET } from '#src/record/identity.ts'
import { type InspectionPatch, inspectionRecord } from './inspection-record.ts'

/** A file that a change attaches. Its bytes are passed with the change under the upload id. */
export const newFile = z.object({ upload: z.guid(), name: z.string(), type: z.string(), size: z.int() })
export type NewFile = z.output<typeof newFile>

/** A change of a report's fields, with the files to attach. */
export type ChangeOfInspection = RecordChange<Inspection, InspectionPatch> & { readonly files: NewFile[] }

/** A new file, and the defect that it shows, if any. */
type NewFileOfDefect = NewFile & Pick<AttachmentRef, 'defect' | 'is_after_repair'>

/** The attachment row of a new file while only this device has the file. */
export const waitingAttachment = ({
  upload,
  name,
  type,
  size,
  defect,
  is_after_repair,
}: NewFileOfDefect): Attachment => ({
  id: NO_ID_YET,
  client_id: upload,
  file: storedFileUrl(upload),
  file_size: size,
  name,
  type,
  defect: defect ?? null,
  is_after_repair: is_after_repair ?? false,
})

const hasFiles = (row: object): row is Pick<Inspection, 'attachments'> => 'attachments' in row

/**
 * A report row with new files. A file that the server already has keeps the server's row. A row without the field
 * `attachments` gets no files.
 */
export function withNewFiles<Row extends object>(row: Row, files: readonly NewFileOfDefect[]): Row {
  if (!hasFiles(row)) return row
  const { attachments } = row
  const has = new Set(attachments.map(({ client_id }) => client_id))
  const attached = files.filter(({ upload }) => !has.has(upload)).map(waitingAttachment)
  return { ...row, attachments: [...attachments, ...attached] }
}

/** A report row with a change applied. */
export function changedInspection<Row extends object>(
  row: Row,
  { to, files }: Pick<ChangeOfInspection, 'to' | 'files'>,
): Row {
  const next = patchedRow(inspectionRecord.fields, row, to)
  const display = to.service_type && { service_type_display: serviceTitle(to.service_type) }
  return withNewFiles({ ...next, ...display }, files)
}

/** The request body of a change. */
export function bodyOfChange({ to: { transport, fleet_manager, ...rest }, files }: ChangeOfInspection) {
  return {
    ...rest,
    ...(transport && { transport: transport.id }),
    ...(fleet_manager && { fleet_manager: fleet_manager.id }),
    ...(files.length > 0 && { files: files.map(({ upload, name }) => ({ upload, name })) }),
  }
}

/** The field that describes the files to attach. Empty when the change attaches none. */
export function filesField(change: ChangeOfInspection): readonly Field<ChangeOfInspection>[] {
  const { to, files } = change
  if (files.length === 0) return []
  return [
    {
      names: ['files'],
      title: 'New attachments',
      as: { is: 'unchangeable' },
      was: undefined,
      yours: files.map(({ name }) => name),
      words: valueWords,
      with: () => change,
      without: () => (Object.values(to).every((value) => value === undefined) ? null : { ...change, files: [] }),
    },
  ]
}

/** Clears the due mileage when the new service type has none: only an oil change has one. */
export function withDueMileage(was: Pick<Inspection, 'due_mileage'>, to: InspectionPatch): InspectionPatch {
  const isLost = to.service_type !== undefined && !hasDueMileage(to.service_type) && was.due_mileage !== null
  return isLost ? { ...to, due_mileage: null } : to
}
