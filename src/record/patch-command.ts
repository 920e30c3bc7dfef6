import * as z from 'zod/mini'
import type { EndpointShape } from '#contract/wire/endpoint.ts'
import {
  type Command,
  command,
  type Effect,
  type Field,
  type NewChange,
  patched,
  type RecordKey,
} from '#src/offline/command.ts'
import type { AppRecord } from './app-record.ts'
import {
  changedWords,
  describeFields,
  inversePatch,
  type PatchOf,
  patchedRow,
  patchSchema,
  type RecordChange,
  type RecordFields,
} from './field-list.ts'
import type { Identity } from './identity.ts'

/** What a record's command is called and sent by. `name` and `version` are stored with waiting changes for years. */
export interface CommandParts {
  readonly name: string
  readonly version: number
  readonly endpoint: EndpointShape
}

interface PatchParts<Row, Change, Extra> extends CommandParts {
  /** See `Command`. */
  readonly upgrades?: Command<Change>['upgrades']
  /** What is kept with the change beside the record and the patch, and what stands there where a change has nothing of it. */
  readonly extra?: { readonly schema: z.ZodMiniObject & z.ZodMiniType<Extra>; readonly none: Extra }
  /** What the change says beside the patch. */
  readonly extraFields?: (change: Change) => readonly Field<Change>[]
  /** See `Command`. */
  readonly dependsOn?: (change: Change) => readonly RecordKey[]
  /** See `Command`; unless given, the later patch is laid over the earlier one. */
  readonly merge?: (earlier: Change, later: Change) => Change | null
  /** The body of the call; unless given, the patch. */
  readonly body?: (change: Change) => unknown
  /** A row of this kind with the change; unless given, each field of the patch that the row has. */
  readonly changed?: <Row extends object>(row: Row, change: Change) => Row
  /** The patch that takes the change back, null where none can; unless given, each field by itself. */
  readonly undoPatch?: (change: Change) => object | null
  /** What takes back what the change does beside the patch, after the patch; `now` is the record with the patch. */
  readonly extraUndo?: (change: Change, now: Row) => readonly NewChange[]
  /** See `Command`. */
  readonly changesAccount?: (change: Change) => boolean
  /** What it shows on rows of other kinds. */
  readonly otherEffects?: (change: Change) => readonly Effect[]
  /** Other records whose changes must not overtake it. */
  readonly alsoTouches?: (change: Change) => readonly RecordKey[]
  /** Query keys that it refreshes beside the record's own. */
  readonly alsoRefreshes?: readonly (readonly string[])[]
}

type ChangeOf<Row, Fields, Extra> = RecordChange<Row, PatchOf<Fields>> & Extra

/** The change of any fields of a record, with its words, its merge with an earlier one, and the way back. */
export function patchCommand<Row extends Identity, const Fields extends RecordFields<Row>, Extra = unknown>(
  record: AppRecord<Row, Fields>,
  parts: PatchParts<Row, ChangeOf<Row, Fields, Extra>, Extra>,
): Command<ChangeOf<Row, Fields, Extra>> {
  type Change = ChangeOf<Row, Fields, Extra>
  const { kind, fields, keyOf, refOf, currentIn, title } = record
  const { name, version, endpoint, upgrades, dependsOn: needs, changesAccount, extra } = parts
  const {
    body = ({ to }) => to,
    merge = mergePatches,
    extraFields: alsoTold = () => [],
    alsoTouches,
    otherEffects: besides,
    alsoRefreshes = [],
  } = parts
  const changed = parts.changed ?? ((row, { to }) => patchedRow(fields, row, to))
  const told = patchFieldsOf<Row, Fields, Extra>(record, alsoTold)
  const kept = z.object({ was: record.seen, to: patchSchema(fields), ...extra?.schema.shape })
  const own: Command<Change> = command({
    ...{ name, version, endpoint },
    ...{ ...(upgrades && { upgrades }), ...(needs && { dependsOn: needs }), ...(changesAccount && { changesAccount }) },
    // The extra part has the schema that its type says; spread into another object it loses it.
    input: kept as unknown as z.ZodMiniType<Change>,
    request: (change) => ({ params: { id: refOf(change.was) }, body: body(change) }),
    touches: (change) => [keyOf(change.was), ...(alsoTouches?.(change) ?? [])],
    effects: (change) => [
      patched(kind, kind.keyOf(change.was), (row) => changed(row, change), record.listed(change.was)),
      ...(besides?.(change) ?? []),
    ],
    merge,
    inverse: (change) => inverseChanges(record, { ...parts, changed }, [own, change]),
    fields: (change) => [...told(change), ...alsoTold(change)],
    rebase: (change, current) => ({ ...change, was: currentIn(current) ?? change.was }),
    describe: (change) => ({ record: title(change.was), change: describeChange(told(change), alsoTold(change)) }),
    versions: record.versionsIn,
    refreshes: [...record.refreshes, ...alsoRefreshes],
  })
  return own
}

/** Two changes as one: of a field that both change the later word holds. */
export const mergePatches = <Change extends { readonly to: object }>(earlier: Change, later: Change): Change => ({
  ...earlier,
  to: { ...earlier.to, ...later.to },
})

/** What the patch of a change tells, field by field; a change that says something beside the patch outlives its last field. */
function patchFieldsOf<Row extends Identity, Fields extends RecordFields<Row>, Extra>(
  { fields }: AppRecord<Row, Fields>,
  alsoTold: (change: ChangeOf<Row, Fields, Extra>) => readonly Field<ChangeOf<Row, Fields, Extra>>[],
) {
  type Change = ChangeOf<Row, Fields, Extra>
  const isNothing = (change: Change) => Object.keys(change.to).length + alsoTold(change).length === 0
  return (change: Change): readonly Field<Change>[] => {
    const withPatch = (to: object) => ({ ...change, to: to as PatchOf<Fields> })
    const without = (to: object) => (isNothing(withPatch(to)) ? null : withPatch(to))
    return describeFields<Row, Change>(fields, { ...change, with: withPatch, without })
  }
}

/** What a change does, in one line: each field from its value to the other, and what is new by itself. */
const describeChange = <Change>(patch: readonly Field<Change>[], also: readonly Field<Change>[]): string =>
  [changedWords(patch), ...also.map(({ title, yours, words }) => `${title}: ${words(yours)}`)]
    .filter(Boolean)
    .join(' · ')

/** The changes that take one back. */
function inverseChanges<Row extends Identity, Fields extends RecordFields<Row>, Extra>(
  { fields, seenVersionOf }: AppRecord<Row, Fields>,
  parts: PatchParts<Row, ChangeOf<Row, Fields, Extra>, Extra> &
    Required<Pick<PatchParts<Row, ChangeOf<Row, Fields, Extra>, Extra>, 'changed'>>,
  [command, change]: readonly [Command<ChangeOf<Row, Fields, Extra>>, ChangeOf<Row, Fields, Extra>],
): readonly NewChange[] {
  const { undoPatch: back = (one) => inversePatch(fields, one), extraUndo: alsoBack = () => [], changed, extra } = parts
  const { was, to: said } = change
  const to = back(change)
  if (to === null) return []
  // The patch alone: what the change does beside it is taken back beside it.
  const now = changed(was, { ...extra?.none, was, to: said } as typeof change)
  const input = { ...extra?.none, was: now, to }
  const patch = Object.keys(to).length > 0 ? [{ command, input, seenVersion: seenVersionOf(was) }] : []
  return [...patch, ...alsoBack(change, now)]
}
