import { inspectionChanges } from '#contract/maintenance/inspection-changes.ts'
import { serviceTitle } from '#contract/maintenance/maintenance-choices.ts'
import { unitKind } from '#contract/units/unit-names.ts'
import { clientId } from '#contract/wire/record.ts'
import {
  bodyOfNew,
  type NewInspectionInput,
  newInspectionInput,
  rowOfNew,
} from '#src/areas/maintenance/new/new-inspection.ts'
import { newInspectionFields } from '#src/areas/maintenance/new/new-inspection-fields.ts'
import { countOf } from '#src/format/numbers.ts'
import { added, type Command, command, type Effect, patched, recordKey } from '#src/offline/command.ts'
import { inspectionRows } from '../inspection-rows.ts'
import { inspectionRecord } from './inspection-record.ts'
import { openMajorsChanged } from './open-majors.ts'
import { openMajorsOf, patchedInspection, reportWords } from './seen-inspection.ts'

/** The previous report of this service on the unit is no longer the latest one: the work it listed as due is done. */
function supersededEffects({ supersedes }: NewInspectionInput): readonly Effect[] {
  if (supersedes === null) return []
  return [{ ...patchedInspection(supersedes, (row) => ({ ...row, is_latest: false })), isUnmarked: true }]
}

/**
 * A passed annual inspection sets the unit's inspection date wherever the unit is shown, unless a later date is set.
 */
function passedInspectionEffects(input: NewInspectionInput, openMajors: readonly string[]): readonly Effect[] {
  const { service_type, transport, date } = input
  if (service_type !== 'annual_inspection' || openMajors.length > 0) return []
  return [
    patched(unitKind, transport.id, (row) =>
      'inspection_passed_date' in row && String(row.inspection_passed_date ?? '') < date
        ? { ...row, inspection_passed_date: date }
        : row,
    ),
  ]
}

function effectsOf(input: NewInspectionInput): readonly Effect[] {
  const row = rowOfNew(input)
  const openMajors = openMajorsOf(row)
  return [
    added(inspectionRows, row),
    ...supersededEffects(input),
    ...openMajorsChanged(input.transport.id, openMajors),
    ...passedInspectionEffects(input, openMajors),
  ]
}

const isPhoto = ({ type }: { readonly type: string }) => type.startsWith('image/')

/** "PM A, 1 defect, 2 photos". */
function contentWords({ service_type, defects, files }: NewInspectionInput): string {
  const photos = files.filter(isPhoto).length
  const counts = [
    [defects.length, 'defect'],
    [photos, 'photo'],
    [files.length - photos, 'file'],
  ] as const
  const counted = counts.filter(([count]) => count > 0).map(([count, one]) => countOf(count, one))
  return [serviceTitle(service_type), ...counted].join(', ')
}

/** Creates a report with a client id of this device, so that other changes can refer to it before it is sent. */
export const createInspection: Command<NewInspectionInput> = command({
  name: 'maintenance.create',
  version: 2,
  // Version 1 stored only the id of the previous report. An id alone is not enough to show that report.
  upgrades: { 1: (input) => ({ ...(input as object), supersedes: null }) },
  endpoint: inspectionChanges.create,
  input: newInspectionInput,
  request: (input) => ({ body: bodyOfNew(input) }),
  touches: ({ client_id }) => [recordKey(inspectionRows, client_id)],
  // A unit that was created on a device must be sent first. Changes to an existing unit don't delay the report.
  dependsOn: ({ transport: { id } }) => (clientId.safeParse(id).success ? [recordKey(unitKind, id)] : []),
  effects: effectsOf,
  fields: newInspectionFields,
  describe: (input) => ({
    record: reportWords(input),
    change: `New inspection: ${contentWords(input)}`,
  }),
  page: ({ client_id }) => `/maintenance?open=${client_id}`,
  versions: inspectionRecord.versionsIn,
  areas: ['maintenance', 'trucks', 'trailers'],
})
