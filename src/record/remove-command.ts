import * as z from 'zod/mini'
import { type Command, command, removed } from '#src/offline/command.ts'
import { deletedField } from '#src/offline/fold/deleted-field.ts'
import type { AppRecord } from './app-record.ts'
import type { RecordFields } from './field-list.ts'
import type { Identity } from './identity.ts'
import type { CommandParts } from './patch-command.ts'

interface RemoveParts extends CommandParts {
  /** The record kind's title: "Department". */
  readonly noun: string
}

/** The record as the user saw it. */
export interface Removal<Row> {
  readonly was: Row
}

/** Declares the command that removes a record permanently. It can't be undone. */
export function removeCommand<Row extends Identity, Fields extends RecordFields<Row>>(
  record: AppRecord<Row, Fields>,
  { noun, ...parts }: RemoveParts,
): Command<Removal<Row>> {
  const { kind, keyOf, refOf, listed, currentIn, title } = record
  return command({
    ...parts,
    input: z.object({ was: record.seen }),
    request: ({ was }) => ({ params: { id: refOf(was) } }),
    touches: ({ was }) => [keyOf(was)],
    effects: ({ was }) => [removed(kind, kind.keyOf(was), listed(was))],
    fields: (input) => [deletedField(noun, input)],
    rebase: (input, current) => ({ was: currentIn(current) ?? input.was }),
    describe: ({ was }) => ({ record: title(was), change: 'Removed' }),
    versions: () => [],
  })
}
