import * as z from 'zod/mini'
import type { Attachment, Inspection } from '#contract/maintenance/inspections.ts'
import { hasDueMileage, serviceTitle } from '#contract/maintenance/maintenance-choices.ts'
import { valueWords } from '#src/format/value-words.ts'
import type { Field } from '#src/offline/command.ts'
import { storedFileUrl } from '#src/offline/outbox/save/stored-file-url.ts'
import { patchedRow, type RecordChange } from '#src/record/field-list.ts'
import { NO_ID_YET } from '#src/record/identity.ts'
import { type InspectionPatch, inspectionRecord } from './inspection-record.ts'

/** A file that a change attaches; its bytes are given with the change under the name of the upload. */
export const newFile = z.object({ upload: z.guid(), name: z.string(), type: z.string(), size: z.int() })
export type NewFile = z.output<typeof newFile>

/** A change of a report's fields, with the files that it attaches. */
export type ChangeOfInspection = RecordChange<Inspection, InspectionPatch> & { readonly files: NewFile[] }

/** A new file as the inspection shows it, as long as only this device has it. */
export const shownFile = ({ upload, name, type, size }: NewFile): Attachment => ({
  id: NO_ID_YET,
  client_id: upload,
  file: storedFileUrl(upload),
  file_size: size,
  name,
  type,
  defect: null,
})

const hasFiles = (row: object): row is Pick<Inspection, 'attachments'> => 'attachments' in row

/**
 * A row of a report with a change. A file that the server has by now stands as the server has it; a row that tells no files gets
 * none.
 */
export function changedInspection<Row extends object>(
  row: Row,
  { to, files }: Pick<ChangeOfInspection, 'to' | 'files'>,
): Row {
  const next = patchedRow(inspectionRecord.fields, row, to)
  const display = to.service_type && { service_type_display: serviceTitle(to.service_type) }
  if (!hasFiles(row)) return { ...next, ...display }
  const { attachments } = row
  const has = new Set(attachments.map(({ client_id }) => client_id))
  const attached = files.filter(({ upload }) => !has.has(upload)).map(shownFile)
  return { ...next, ...display, attachments: [...attachments, ...attached] }
}

/** What the call takes. */
export function bodyOfChange({ to: { transport, fleet_manager, ...rest }, files }: ChangeOfInspection) {
  return {
    ...rest,
    ...(transport && { transport: transport.id }),
    ...(fleet_manager && { fleet_manager: fleet_manager.id }),
    ...(files.length > 0 && { files: files.map(({ upload, name }) => ({ upload, name })) }),
  }
}

/** The files that a change attaches, as it tells them. */
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

/** Another service takes the due mileage with it: only an oil change has one. */
export function withDueMileage(was: Pick<Inspection, 'due_mileage'>, to: InspectionPatch): InspectionPatch {
  const isLost = to.service_type !== undefined && !hasDueMileage(to.service_type) && was.due_mileage !== null
  return isLost ? { ...to, due_mileage: null } : to
}
