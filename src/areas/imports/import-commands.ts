import * as z from 'zod/mini'
import {
  columnMap,
  type ImportBatch,
  importBatch,
  importBatchKind,
  importChoices,
  importEndpoints,
  importKind,
} from '#contract/expenses/imports.ts'
import { reportChoices } from '#contract/expenses/report-choices.ts'
import { uploadRef } from '#contract/files/files.ts'
import { changedBy, clientId, instant, isoDate } from '#contract/wire/record.ts'
import { added, type Command, command, newChange, patched, rowKey } from '#src/offline/command.ts'
import { NO_ID_YET } from '#src/record/identity.ts'
import { rowWords } from './import-words.ts'

const newReport = z.object({
  client_id: clientId,
  kind: importKind,
  name: z.string(),
  file: uploadRef,
  columns: z.optional(columnMap),
  choices: z.optional(reportChoices),
  /** The decisions about rows and spellings in the preview. */
  decided: z.optional(importChoices),
  /** The user who imports it, and the time. */
  by: changedBy,
  at: instant,
  /** The result of the dry run; null for a report that was chosen offline. */
  expected: z.nullable(
    z.object({
      rows: z.int(),
      known: z.int(),
      // Missing in changes that were saved by an older version.
      doubled: z._default(z.int(), 0),
      left_out: z._default(z.int(), 0),
      alike: z._default(z.int(), 0),
      alike_amount: z._default(z.number(), 0),
      first_day: z.nullable(isoDate),
      last_day: z.nullable(isoDate),
      amount: z.number(),
    }),
  ),
})
export type NewReport = z.output<typeof newReport>

/** An import batch as the user saw it. It may not have an id yet. */
const seenBatch = z.object({ ...importBatch.shape, id: z.int().check(z.nonnegative()) })

/** The row of the batch until the server has it. */
export function rowOf({ client_id, kind, name, by, at, expected }: NewReport): ImportBatch {
  const { rows: row_count = 0, known = 0, doubled = 0, left_out = 0, amount = 0 } = expected ?? {}
  const { alike = 0, alike_amount = 0, first_day = null, last_day = null } = expected ?? {}
  return {
    id: NO_ID_YET,
    client_id,
    kind,
    origin: 'upload',
    file_name: name,
    ...{ row_count, known, doubled, left_out, alike, alike_amount, first_day, last_day, amount },
    user: by,
    created_at: at,
    removed: 0,
    undone_at: null,
    undone_by: null,
    version: 0,
  }
}

const keyOf = (row: Pick<ImportBatch, 'id' | 'client_id'>) => rowKey(importBatchKind, row)

function versionOfReply(reply: unknown, key: string) {
  const now = importBatch.safeParse(reply)
  return now.success ? [{ key, version: now.data.version }] : []
}

/** Imports a vendor's report, completely or not at all. Its bytes are the file that the change names. */
export const createImport: Command<NewReport> = command({
  name: 'imports.create',
  version: 1,
  endpoint: importEndpoints.create,
  input: newReport,
  request: ({ client_id, kind, name, file, columns, choices, decided }) => ({
    body: {
      ...{ client_id, kind, name, file },
      ...(columns && { columns }),
      ...(choices && { choices }),
      ...(decided && { decided }),
    },
  }),
  touches: (input) => [keyOf(rowOf(input))],
  inverse: (input) => [newChange(undoImport, { batch: rowOf(input), by: input.by, at: input.at }, null)],
  effects: (input) => [added(importBatchKind, rowOf(input))],
  describe: ({ kind, name, expected }) => ({
    record: name,
    change: expected
      ? `Take in ${rowWords(kind, expected.rows)}`
      : `Take in this ${kind === 'tolls' ? 'toll' : 'fuel'} report`,
  }),
  versions: (reply, input) => versionOfReply(reply, keyOf(rowOf(input))),
  areas: ['imports', 'figures'],
})

const undoneReport = z.object({ batch: seenBatch, by: changedBy, at: instant })

/** Undoes an import: removes exactly the rows of its report. */
export const undoImport: Command<z.output<typeof undoneReport>> = command({
  name: 'imports.undo',
  version: 1,
  endpoint: importEndpoints.undo,
  input: undoneReport,
  request: ({ batch }) => ({ params: { id: batch.id === NO_ID_YET ? (batch.client_id ?? '') : batch.id } }),
  touches: ({ batch }) => [keyOf(batch)],
  effects: ({ batch, by, at }) => [
    patched(importBatchKind, importBatchKind.keyOf(batch), (row) =>
      'undone_at' in row ? { ...row, undone_at: at, undone_by: by } : row,
    ),
  ],
  describe: ({ batch }) => ({ record: batch.file_name, change: `Take back ${rowWords(batch.kind, batch.row_count)}` }),
  versions: (reply, { batch }) => versionOfReply(reply, keyOf(batch)),
  areas: ['imports', 'figures'],
})
