import { miles, totalCost } from '#contract/maintenance/inspection-changes.ts'
import type { InspectionTab } from '#contract/maintenance/inspection-lists.ts'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import {
  forcesNoDefect,
  hasDueMileage,
  SERVICE_TYPES,
  type ServiceType,
} from '#contract/maintenance/maintenance-choices.ts'
import { smallVersion } from '#src/areas/maintenance/attachments/attachment-facts.ts'
import { withDueMileage } from '#src/areas/maintenance/changes/inspection-change.ts'
import { type InspectionPatch, inspectionRecord } from '#src/areas/maintenance/changes/inspection-record.ts'
import type { ExistingAttachment } from '#src/form/attachments/existing-files.tsx'
import { patchSchema } from '#src/record/field-list.ts'
import { type FormMapping, patchFrom } from '#src/record/form-values.ts'
import { NO_ID_YET } from '#src/record/identity.ts'

/** The values of the edit form. An empty text means no value. */
export interface EditValues {
  readonly transport: Inspection['transport'] | null
  readonly service_type: ServiceType
  readonly due_date: string
  readonly due_mileage: number | string
  readonly total_cost: number | string
  readonly fleet_manager: Inspection['fleet_manager']
  readonly note: string
}
export type EditName = keyof EditValues

/** The start values of the edit form. */
export function editValuesOf(was: Inspection): EditValues {
  const { transport, service_type, due_date, due_mileage, total_cost, fleet_manager, note } = was
  return {
    transport,
    service_type,
    due_date: due_date ?? '',
    due_mileage: due_mileage ?? '',
    total_cost,
    fleet_manager,
    note,
  }
}

/**
 * The fields of the form, by the tab in which the inspection was opened. Upcoming work has no cost field: it has not
 * cost anything yet. Finished work has a due date field only if it has a due date. The due mileage field appears if the
 * inspection has a due mileage (0 included) and the service is an oil change.
 */
export function editFields(
  tab: InspectionTab,
  was: Pick<Inspection, 'due_date' | 'due_mileage'>,
  service: ServiceType,
): ReadonlySet<EditName> {
  const names: EditName[] = ['transport', 'service_type', 'fleet_manager', 'note']
  if (tab !== 'history' || was.due_date !== null) names.push('due_date')
  if (was.due_mileage !== null && hasDueMileage(service)) names.push('due_mileage')
  if (tab !== 'upcoming') names.push('total_cost')
  return new Set(names)
}

/** The service types that a report can be changed to. A report with defects can't become an oil change. */
export function serviceChoices({ report_type }: Pick<Inspection, 'report_type'>) {
  const isOpen = (value: ServiceType) => report_type === 'no_defect' || !forcesNoDefect(value)
  return SERVICE_TYPES.filter(([value]) => isOpen(value)).map(([value, title]) => ({ value, title }))
}

/** Maps a report to the edit form of a tab and back. A value that breaks its rule stays as typed. */
export const editForm = (was: Inspection, tab: InspectionTab): FormMapping<Inspection, EditValues> => ({
  valuesOf: editValuesOf,
  changeOf: (values) => {
    const { due_date, due_mileage, total_cost } = values
    const parsed = {
      ...values,
      due_date: due_date === '' ? null : due_date,
      due_mileage: miles.safeParse(due_mileage).data ?? due_mileage,
      total_cost: totalCost.safeParse(total_cost).data ?? total_cost,
    }
    return Object.fromEntries([...editFields(tab, was, values.service_type)].map((name) => [name, parsed[name]]))
  },
})

/**
 * The changes that the form makes to an inspection; empty if there are none. Fields that the form lacks stay unchanged.
 */
export function editPatch(was: Inspection, values: EditValues, tab: InspectionTab): InspectionPatch {
  const filled = Object.entries(patchFrom(inspectionRecord, editForm(was, tab), [was, values]))
  // An empty choice is not a change. Only a due date can be cleared.
  const patch = filled.filter(([name, value]) => value !== null || name === 'due_date')
  return withDueMileage(was, patchSchema(inspectionRecord.fields).parse(Object.fromEntries(patch)))
}

/**
 * The form's number for an existing file: its id, or a negative number from its position if it waits on this device.
 */
const fileNumber = ({ id }: { readonly id: number }, at: number) => (id === NO_ID_YET ? -1 - at : id)

/** The files of an inspection, in the form's format. */
export function existingFiles({ attachments }: Pick<Inspection, 'attachments'>): readonly ExistingAttachment[] {
  return attachments.map((one, at) => ({
    id: fileNumber(one, at),
    name: one.name,
    file_size: one.file_size,
    type: one.type,
    url: one.file,
    thumbnailUrl: one.type.startsWith('image/') ? (smallVersion(one) ?? one.file) : null,
  }))
}

/** The files to remove, in the format of a change. `removed` holds numbers from `existingFiles`. */
export function removedFiles({ attachments }: Pick<Inspection, 'attachments'>, removed: readonly number[]) {
  return attachments
    .filter((one, at) => removed.includes(fileNumber(one, at)))
    .map(({ id, client_id, name }) => ({ ref: client_id ?? id, name }))
}
