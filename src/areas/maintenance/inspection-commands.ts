import { recordRefOf } from '#contract/inspections.ts'
import { inspectionChanges } from '#contract/maintenance-changes.ts'
import { type Command, command, draftOf, type Effect } from '#src/offline/command.ts'
import { removeAttachments } from './attachment-commands.ts'
import {
  bodyOfChange,
  type ChangeOfInspection,
  changedInspection,
  changeFields,
  changeInput,
  changeWords,
  inversePatch,
  withPatch,
} from './inspection-change.ts'
import {
  INSPECTION_AND_UNIT_REFRESHES,
  inspectionIn,
  inspectionKey,
  openMajorsChanged,
  openMajorsOf,
  patchedInspection,
  reportWords,
  seenVersionOf,
  versionOfReply,
} from './seen-inspection.ts'
import { SEEN_UPGRADES } from './seen-upgrades.ts'

/** An inspection that goes to another unit takes its defects along. */
function movedMajors({ was, to: { transport } }: ChangeOfInspection): readonly Effect[] {
  const open = openMajorsOf(was)
  if (transport === undefined || transport.id === was.transport.id || open === 0) return []
  return [...openMajorsChanged(was.transport.id, -open), ...openMajorsChanged(transport.id, open)]
}

/** Changes what an inspection tells, and attaches files. */
export const changeInspection: Command<ChangeOfInspection> = command({
  name: 'maintenance.change',
  version: 2,
  upgrades: SEEN_UPGRADES,
  endpoint: inspectionChanges.update,
  input: changeInput,
  request: (input) => ({ params: { id: recordRefOf(input.was) }, body: bodyOfChange(input) }),
  touches: ({ was }) => [inspectionKey(was)],
  shows: (input) => [patchedInspection(input.was, (row) => changedInspection(row, input)), ...movedMajors(input)],
  merge: (earlier, later) =>
    later.files.length + earlier.files.length > 0 ? null : { ...earlier, to: { ...earlier.to, ...later.to } },
  inverse: (input) => {
    const { was, to, files } = input
    const back = inversePatch(input)
    if (back === null) return []
    const now = withPatch(was, to)
    const attached = files.map(({ upload, name }) => ({ ref: upload, name }))
    return [
      ...(Object.keys(back).length > 0
        ? [draftOf(changeInspection, { was: now, to: back, files: [] }, seenVersionOf(was))]
        : []),
      ...(attached.length > 0 ? [draftOf(removeAttachments, { was: now, attachments: attached }, null)] : []),
    ]
  },
  fields: changeFields,
  onto: (input, current) => ({ ...input, was: inspectionIn(current) ?? input.was }),
  describe: (input) => ({ record: reportWords(input.was), change: changeWords(input) }),
  versions: versionOfReply,
  refreshes: INSPECTION_AND_UNIT_REFRESHES,
})
