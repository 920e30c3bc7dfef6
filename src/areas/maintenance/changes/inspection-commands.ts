import * as z from 'zod/mini'
import { inspectionChanges } from '#contract/maintenance/inspection-changes.ts'
import { draftOf, type Effect } from '#src/offline/command.ts'
import { laidOver, patchCommand } from '#src/record/patch-command.ts'
import { removeAttachments } from './attachment-commands.ts'
import { bodyOfChange, type ChangeOfInspection, changedInspection, filesField, newFile } from './inspection-change.ts'
import { inspectionRecord } from './inspection-record.ts'
import { openMajorsChanged, openMajorsOf } from './seen-inspection.ts'
import { SEEN_UPGRADES } from './seen-upgrades.ts'

/** An inspection that goes to another unit takes its defects along. */
function movedMajors({ was, to: { transport } }: ChangeOfInspection): readonly Effect[] {
  const open = openMajorsOf(was)
  if (transport === undefined || transport.id === was.transport.id || open === 0) return []
  return [...openMajorsChanged(was.transport.id, -open), ...openMajorsChanged(transport.id, open)]
}

/** Changes fields of a report, and attaches files. */
export const changeInspection = patchCommand(inspectionRecord, {
  name: 'maintenance.change',
  version: 2,
  upgrades: SEEN_UPGRADES,
  endpoint: inspectionChanges.update,
  extra: { schema: z.object({ files: z._default(z.array(newFile), []) }), none: { files: [] } },
  body: bodyOfChange,
  changed: changedInspection,
  alsoTold: filesField,
  besides: movedMajors,
  // Files are attached once.
  merge: (earlier, later) => (later.files.length + earlier.files.length > 0 ? null : laidOver(earlier, later)),
  alsoBack: ({ files }, now) => {
    const attachments = files.map(({ upload, name }) => ({ ref: upload, name }))
    return attachments.length > 0 ? [draftOf(removeAttachments, { was: now, attachments }, null)] : []
  },
})
