import * as z from 'zod/mini'
import { inspectionPartEndpoints, inspectionRef } from '#contract/maintenance/inspection-changes.ts'
import { countOf } from '#src/format/numbers.ts'
import { valueWords } from '#src/format/value-words.ts'
import { type Command, command } from '#src/offline/command.ts'
import { inspectionRecord } from './inspection-record.ts'
import { patchedInspection, reportWords, seenInspection } from './seen-inspection.ts'
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
  versions: () => [],
  areas: ['maintenance'],
})
