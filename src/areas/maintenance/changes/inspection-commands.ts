import * as z from 'zod/mini'
import { inspectionChanges } from '#contract/maintenance/inspection-changes.ts'
import { type Effect, newChange } from '#src/offline/command.ts'
import { mergePatches, patchCommand } from '#src/record/patch-command.ts'
import { removeAttachments } from './attachment-commands.ts'
import { bodyOfChange, type ChangeOfInspection, changedInspection, filesField, newFile } from './inspection-change.ts'
import { inspectionRecord } from './inspection-record.ts'
import { openMajorsChanged } from './open-majors.ts'
import { inspectionPage, openMajorsOf } from './seen-inspection.ts'
import { SEEN_UPGRADES } from './seen-upgrades.ts'

/** Moving an inspection to another unit moves its open major defects too. */
function movedMajorsEffects({ was, to: { transport } }: ChangeOfInspection): readonly Effect[] {
  const open = openMajorsOf(was)
  if (transport === undefined || transport.id === was.transport.id) return []
  return [...openMajorsChanged(was.transport.id, [], open), ...openMajorsChanged(transport.id, open)]
}

/** Changes fields of a report and attaches files. */
export const changeInspection = patchCommand(inspectionRecord, {
  name: 'maintenance.change',
  version: 2,
  upgrades: SEEN_UPGRADES,
  endpoint: inspectionChanges.update,
  areas: ['maintenance', 'trucks', 'trailers'],
  extra: { schema: z.object({ files: z._default(z.array(newFile), []) }), none: { files: [] } },
  body: bodyOfChange,
  changed: changedInspection,
  extraFields: filesField,
  otherEffects: movedMajorsEffects,
  page: inspectionPage,
  // Changes with files are not merged: each file must be attached exactly once.
  merge: (earlier, later) => (later.files.length + earlier.files.length > 0 ? null : mergePatches(earlier, later)),
  extraUndo: ({ files }, now) => {
    const attachments = files.map(({ upload, name }) => ({ ref: upload, name }))
    return attachments.length > 0 ? [newChange(removeAttachments, { was: now, attachments }, null)] : []
  },
})
