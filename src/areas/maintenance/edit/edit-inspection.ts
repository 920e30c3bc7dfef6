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
import { type FormMapping, patchIn } from '#src/record/form-values.ts'
import { NO_ID_YET } from '#src/record/identity.ts'

/** What the form of an inspection holds; a text that is empty says nothing. */
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

/** An inspection as the form begins. */
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
 * What the form asks for, by the tab in which the inspection was opened: upcoming work has cost nothing yet, and of what is
 * done a due date stands only where there is one. A due mileage stands where the inspection has one, 0 included, as long
 * as it is an oil change.
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

/** The services that a report can be changed to: with defects it is no oil change. */
export function serviceChoices({ report_type }: Pick<Inspection, 'report_type'>) {
  const isOpen = (value: ServiceType) => report_type === 'no_defect' || !forcesNoDefect(value)
  return SERVICE_TYPES.filter(([value]) => isOpen(value)).map(([value, title]) => ({ value, title }))
}

/** The form that changes a report, opened in a tab: the fields that it asks for. A field that keeps no rule stays as it was typed. */
export const editForm = (was: Inspection, tab: InspectionTab): FormMapping<Inspection, EditValues> => ({
  valuesOf: editValuesOf,
  saidIn: (values) => {
    const { due_date, due_mileage, total_cost } = values
    const said = {
      ...values,
      due_date: due_date === '' ? null : due_date,
      due_mileage: miles.safeParse(due_mileage).data ?? due_mileage,
      total_cost: totalCost.safeParse(total_cost).data ?? total_cost,
    }
    return Object.fromEntries([...editFields(tab, was, values.service_type)].map((name) => [name, said[name]]))
  },
})

/** What the form changes of an inspection; empty when nothing. What is not asked for stays. */
export function editPatch(was: Inspection, values: EditValues, tab: InspectionTab): InspectionPatch {
  const said = Object.entries(patchIn(inspectionRecord, editForm(was, tab), [was, values]))
  // What is not chosen yet is no change; a due date can be taken away.
  const patch = said.filter(([name, value]) => value !== null || name === 'due_date')
  return withDueMileage(was, patchSchema(inspectionRecord.fields).parse(Object.fromEntries(patch)))
}

/** By which the form knows a file that the inspection has: its number; of one that waits on this device its place, negative. */
const fileNumber = ({ id }: { readonly id: number }, at: number) => (id === NO_ID_YET ? -1 - at : id)

/** The files that an inspection has, as the form lists them. */
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

/** Those of them that shall go, as a change names them. */
export function removedFiles({ attachments }: Pick<Inspection, 'attachments'>, removed: readonly number[]) {
  return attachments
    .filter((one, at) => removed.includes(fileNumber(one, at)))
    .map(({ id, client_id, name }) => ({ ref: client_id ?? id, name }))
}
