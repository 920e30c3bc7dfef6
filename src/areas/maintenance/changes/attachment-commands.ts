import * as z from 'zod/mini'
import { inspectionChanges, inspectionPartEndpoints, inspectionRef } from '#contract/maintenance/inspection-changes.ts'
import { recordRefOf } from '#contract/maintenance/inspections.ts'
import { defectTitle } from '#contract/maintenance/maintenance-choices.ts'
import { countOf } from '#src/format/numbers.ts'
import { valueWords } from '#src/format/value-words.ts'
import { type Command, command, newChange } from '#src/offline/command.ts'
import { newFile, withNewFiles } from './inspection-change.ts'
import { inspectionRecord } from './inspection-record.ts'
import { inspectionPage, localDefect, patchedInspection, reportWords, seenInspection } from './seen-inspection.ts'
import { SEEN_UPGRADES } from './seen-upgrades.ts'

/** `attachments`: the files to remove, each by its id or the client id of its upload. */
const removeInput = z.object({
  was: seenInspection,
  attachments: z.array(z.object({ ref: inspectionRef, name: z.string() })).check(z.minLength(1)),
})
type RemoveAttachments = z.output<typeof removeInput>

/** Removes files from an inspection permanently. A file that is already gone is not an error. */
export const removeAttachments: Command<RemoveAttachments> = command({
  name: 'maintenance.removeAttachments',
  version: 2,
  upgrades: SEEN_UPGRADES,
  endpoint: inspectionPartEndpoints.removeAttachments,
  input: removeInput,
  request: ({ attachments }) => ({ body: { ids: attachments.map(({ ref }) => ref) } }),
  touches: ({ was }) => [inspectionRecord.keyOf(was)],
  effects: ({ was, attachments }) => {
    const removedRefs = new Set<number | string | null>(attachments.map(({ ref }) => ref))
    return [
      patchedInspection(was, (row) => ({
        ...row,
        attachments: row.attachments.filter(({ id, client_id }) => !removedRefs.has(id) && !removedRefs.has(client_id)),
      })),
    ]
  },
  fields: (input) => [
    {
      names: ['attachments'],
      title: 'Removed attachments',
      as: { is: 'unchangeable' },
      was: undefined,
      yours: input.attachments.map(({ name }) => name),
      words: valueWords,
      with: () => input,
      without: () => null,
    },
  ],
  describe: ({ was, attachments }) => ({
    record: reportWords(was),
    change: `${countOf(attachments.length, 'attachment')} removed: ${attachments.map(({ name }) => name).join(', ')}`,
  }),
  page: inspectionPage,
  versions: () => [],
  areas: ['maintenance'],
})

/** `isAfterRepair`: the photos show the defect after its repair. */
const attachInput = z.object({
  was: seenInspection,
  defect: localDefect,
  files: z.array(newFile).check(z.minLength(1)),
  isAfterRepair: z.boolean(),
})
type AttachToDefect = z.output<typeof attachInput>

/** The files with the defect that they show. */
const filesOfDefect = ({ defect, files, isAfterRepair }: AttachToDefect) =>
  files.map((file) => ({ ...file, defect: recordRefOf(defect), is_after_repair: isAfterRepair }))

/** Attaches photos of a defect to its inspection. An addition never conflicts with a change by another user. */
export const attachToDefect: Command<AttachToDefect> = command({
  name: 'maintenance.attachToDefect',
  version: 1,
  endpoint: inspectionChanges.update,
  input: attachInput,
  request: (input) => ({
    params: { id: recordRefOf(input.was) },
    body: {
      files: filesOfDefect(input).map(({ upload, name, defect, is_after_repair }) => ({
        ...{ upload, name, defect, is_after_repair },
      })),
    },
  }),
  touches: ({ was }) => [inspectionRecord.keyOf(was)],
  effects: (input) => [patchedInspection(input.was, (row) => withNewFiles(row, filesOfDefect(input)))],
  inverse: ({ was, files }) => [
    newChange(removeAttachments, { was, attachments: files.map(({ upload, name }) => ({ ref: upload, name })) }, null),
  ],
  fields: (input) => [
    {
      names: ['files'],
      title: photosTitle(input),
      as: { is: 'unchangeable' },
      was: undefined,
      yours: input.files.map(({ name }) => name),
      words: valueWords,
      with: () => input,
      without: () => null,
    },
  ],
  describe: (input) => ({
    record: reportWords(input.was),
    change: `${photosTitle(input)}: ${countOf(input.files.length, 'photo')} added`,
  }),
  page: inspectionPage,
  versions: inspectionRecord.versionsIn,
  areas: ['maintenance'],
})

/** "Tires, after the repair". */
const photosTitle = ({ defect, isAfterRepair }: AttachToDefect) =>
  `${defectTitle(defect.defect_type)}${isAfterRepair ? ', after the repair' : ''}`
