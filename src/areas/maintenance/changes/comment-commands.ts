import * as z from 'zod/mini'
import { commentText, inspectionPartEndpoints } from '#contract/maintenance/inspection-changes.ts'
import { type Comment, recordRefOf } from '#contract/maintenance/inspections.ts'
import { clientId, instant, serverId } from '#contract/wire/record.ts'
import { type Command, command } from '#src/offline/command.ts'
import { NO_ID_YET } from '#src/record/identity.ts'
import { inspectionRecord } from './inspection-record.ts'
import { inspectionPage, patchedInspection, reportWords, seenInspection } from './seen-inspection.ts'
import { SEEN_UPGRADES } from './seen-upgrades.ts'

const writer = z.object({ id: serverId, first_name: z.string(), last_name: z.string(), photo: z.nullable(z.string()) })
/** `client_id`: the comment's id from this device; `at`: when the comment was written. */
const commentInput = z.object({ was: seenInspection, client_id: clientId, by: writer, text: commentText, at: instant })
type CommentOn = z.output<typeof commentInput>

const shownComment = ({ client_id, by, text, at }: CommentOn): Comment => ({
  id: NO_ID_YET,
  client_id,
  text,
  created_at: at,
  user: by,
})

/** Adds a comment to an inspection. Comments never conflict with each other. */
export const commentOnInspection: Command<CommentOn> = command({
  name: 'maintenance.comment',
  version: 2,
  upgrades: SEEN_UPGRADES,
  endpoint: inspectionPartEndpoints.comment,
  input: commentInput,
  request: ({ was, client_id, by, text, at }) => ({
    body: { client_id, user: by.id, text, inspection: recordRefOf(was), made_at: at },
  }),
  touches: ({ client_id }) => [`comment/${client_id}`],
  // An inspection that waits to be created must be sent first. Changes to an existing inspection don't delay comments.
  dependsOn: ({ was }) => (was.id === NO_ID_YET ? [inspectionRecord.keyOf(was)] : []),
  effects: (input) => [
    patchedInspection(input.was, (row) =>
      row.comments.some(({ client_id }) => client_id === input.client_id)
        ? row
        : { ...row, comments: [...row.comments, shownComment(input)] },
    ),
  ],
  fields: (input) => [
    {
      names: ['text'],
      title: 'Comment',
      as: { is: 'text' },
      was: undefined,
      yours: input.text,
      words: String,
      with: (value) => ({ ...input, text: typeof value === 'string' && value.trim() !== '' ? value : input.text }),
      without: () => null,
    },
  ],
  describe: ({ was, text }) => ({ record: reportWords(was), change: `Comment: ${text}` }),
  page: inspectionPage,
  versions: () => [],
  areas: ['maintenance'],
})
