import * as z from 'zod/mini'
import { clientId } from '#contract/wire/record.ts'
import { added, type Command, command } from '#src/offline/command.ts'
import type { AppRecord } from './app-record.ts'
import { describeFields, type RecordFields, type ValuesOf } from './field-list.ts'
import { type Identity, NO_ID_YET } from './identity.ts'
import type { CommandParts } from './patch-command.ts'

/**
 * The fields of a new record, and its `client_id`. With that id, later changes can refer to the record before it is
 * sent.
 */
export type NewRecord<Fields> = ValuesOf<Fields> & { readonly client_id: string }

interface CreateParts<Row, Part extends string, Fields> extends CommandParts {
  /** The record's property name in the stored input. */
  readonly part: Part
  /** "department". */
  readonly noun: string
  /** The new record's row in lists until the server has it, with id 0 and version 0. */
  readonly row: (created: NewRecord<Fields> & { readonly id: number; readonly version: number }) => Row
}

/** Declares the command that creates a record from all its fields. */
export function createCommand<Row extends Identity, const Fields extends RecordFields<Row>, const Part extends string>(
  record: AppRecord<Row, Fields>,
  parts: CreateParts<Row, Part, Fields>,
): Command<{ readonly [P in Part]: NewRecord<Fields> }> {
  type Input = { readonly [P in Part]: NewRecord<Fields> }
  const { kind, fields, keyOf, title, versionsIn } = record
  const { name, version, endpoint, areas, part, noun } = parts
  const rowOf = (input: Input) => parts.row({ ...input[part], id: NO_ID_YET, version: 0 })
  const shape = Object.fromEntries(Object.entries(fields).map(([field, { value }]) => [field, value]))
  return command({
    ...{ name, version, endpoint, areas },
    // Each field has the schema that the type describes, but `Object.fromEntries` loses these types.
    input: z.object({ [part]: z.object({ client_id: clientId, ...shape }) }) as unknown as z.ZodMiniType<Input>,
    request: (input) => ({ body: input[part] }),
    touches: (input) => [keyOf(rowOf(input))],
    effects: (input) => [added(kind, rowOf(input))],
    fields: (input) =>
      describeFields<Row, Input>(fields, {
        was: null,
        to: input[part],
        with: (to) => ({ ...input, [part]: to }),
        without: () => null,
      }),
    describe: (input) => ({ record: title(rowOf(input)), change: `New ${noun}` }),
    versions: versionsIn,
  })
}
