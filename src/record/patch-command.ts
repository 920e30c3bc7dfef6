import * as z from 'zod/mini'
import type { EndpointShape } from '#contract/endpoint.ts'
import { type Command, command, type Effect, patched, type RecordKey } from '#src/offline/command.ts'
import type { AppRecord, Identity } from './app-record.ts'
import {
  changedWords,
  inversePatch,
  type PatchOf,
  patchedRow,
  patchSchema,
  type RecordChange,
  type RecordFields,
  toldFields,
} from './field-list.ts'

/** What a record's command is called and sent by. `name` and `version` are stored with waiting changes for years. */
export interface CommandParts {
  readonly name: string
  readonly version: number
  readonly endpoint: EndpointShape
}

interface PatchParts<Change, Extra> extends CommandParts {
  /** What is kept with the change beside the record and the patch. */
  readonly extra?: z.ZodMiniObject & z.ZodMiniType<Extra>
  /** See `Command`. */
  readonly needs?: (change: Change) => readonly RecordKey[]
  /** See `Command`; unless given, the later patch is laid over the earlier one. */
  readonly merge?: (earlier: Change, later: Change) => Change | null
  /** The body of the call; unless given, the patch. */
  readonly body?: (change: Change) => unknown
  /** A row of this kind with the change; unless given, the row has all fields of the record. */
  readonly changed?: <Row extends object>(row: Row, change: Change) => Row
  /** The patch that takes the change back, null where none can; unless given, each field by itself. */
  readonly back?: (change: Change) => object | null
  /** See `Command`. */
  readonly changesAccount?: (change: Change) => boolean
  /** What it shows on rows of other kinds. */
  readonly besides?: (change: Change) => readonly Effect[]
  /** Other records whose changes must not overtake it. */
  readonly alsoTouches?: (change: Change) => readonly RecordKey[]
  /** Query keys that it refreshes beside the record's own. */
  readonly alsoRefreshes?: readonly (readonly string[])[]
}

type ChangeOf<Row, Fields, Extra> = RecordChange<Row, PatchOf<Fields>> & Extra

/** The change of any fields of a record, with its words, its merge with an earlier one, and the way back. */
export function patchCommand<Row extends Identity, const Fields extends RecordFields<Row>, Extra = unknown>(
  record: AppRecord<Row, Fields>,
  parts: PatchParts<ChangeOf<Row, Fields, Extra>, Extra>,
): Command<ChangeOf<Row, Fields, Extra>> {
  type Change = ChangeOf<Row, Fields, Extra>
  const { kind, fields, keyOf, refOf, seenVersionOf, currentIn } = record
  const { name, version, endpoint, body = ({ to }) => to, besides, alsoTouches, alsoRefreshes = [] } = parts
  const { extra, needs, merge, changesAccount, back = (change: Change) => inversePatch(fields, change) } = parts
  const kept = z.object({ was: record.seen, to: patchSchema(fields), ...extra?.shape })
  const changed = parts.changed ?? ((row, { to }) => patchedRow(fields, row, to))
  const told = (change: Change) =>
    toldFields<Row, Change>(fields, {
      ...change,
      with: (to) => ({ ...change, to: to as PatchOf<Fields> }),
      without: (left) => (Object.keys(left).length === 0 ? null : { ...change, to: left as PatchOf<Fields> }),
    })
  const own: Command<Change> = command({
    ...{ name, version, endpoint, ...(needs && { needs }), ...(changesAccount && { changesAccount }) },
    // The extra part has the schema that its type says; spread into another object it loses it.
    input: kept as unknown as z.ZodMiniType<Change>,
    request: (change) => ({ params: { id: refOf(change.was) }, body: body(change) }),
    touches: (change) => [keyOf(change.was), ...(alsoTouches?.(change) ?? [])],
    // A record that waits to be made is shown by what makes it: once that is discarded, nothing is left to change.
    shows: (change) => [
      patched(kind, kind.keyOf(change.was), (row) => changed(row, change), record.listed(change.was)),
      ...(besides?.(change) ?? []),
    ],
    merge: merge ?? ((earlier, later) => ({ ...earlier, to: { ...earlier.to, ...later.to } })),
    inverse: (change) => {
      const { was } = change
      const to = back(change)
      return to === null
        ? []
        : [{ command: own, input: { was: changed(was, change), to }, seenVersion: seenVersionOf(was) }]
    },
    fields: told,
    onto: (change, current) => ({ ...change, was: currentIn(current) ?? change.was }),
    describe: (change) => ({ record: record.title(change.was), change: changedWords(told(change)) }),
    versions: record.versionsIn,
    refreshes: [...record.refreshes, ...alsoRefreshes],
  })
  return own
}
