import * as z from 'zod/mini'
import type { DataArea } from '#contract/wire/data-areas.ts'
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

/**
 * Name, version, endpoint and changed areas of a record's command, see `Command`. Waiting changes store `name` and
 * `version` for years.
 */
export interface CommandParts {
  readonly name: string
  readonly version: number
  readonly endpoint: EndpointShape
  readonly areas: readonly DataArea[]
}

interface PatchParts<Row, Change, Extra> extends CommandParts {
  /** See `Command`. */
  readonly upgrades?: Command<Change>['upgrades']
  /** Input in addition to `was` and `to`: its schema, and the value that means “no extra change”, which undo uses. */
  readonly extra?: { readonly schema: z.ZodMiniObject & z.ZodMiniType<Extra>; readonly none: Extra }
  /** Fields of the change in addition to the patch. */
  readonly extraFields?: (change: Change) => readonly Field<Change>[]
  /** See `Command`. */
  readonly dependsOn?: (change: Change) => readonly RecordKey[]
  /** See `Command`. */
  readonly page?: (change: Change) => string
  /** See `Command`. Default: `mergePatches`. */
  readonly merge?: (earlier: Change, later: Change) => Change | null
  /** The body of the call. Default: the patch. */
  readonly body?: (change: Change) => unknown
  /** Applies the change to a row of this record kind. Default: `patchedRow`. */
  readonly changed?: <Row extends object>(row: Row, change: Change) => Row
  /** The patch that undoes the change; null when none can. Default: `inversePatch`. */
  readonly undoPatch?: (change: Change) => object | null
  /** Changes that undo the rest of the change, after the patch is undone. `now`: the record with the patch applied. */
  readonly extraUndo?: (change: Change, now: Row) => readonly NewChange[]
  /** See `Command`. */
  readonly changesAccount?: (change: Change) => boolean
  /** Optimistic effects on rows of other kinds. */
  readonly otherEffects?: (change: Change) => readonly Effect[]
  /** Further records that it changes, see `Command.touches`. */
  readonly alsoTouches?: (change: Change) => readonly RecordKey[]
}

type ChangeOf<Row, Fields, Extra> = RecordChange<Row, PatchOf<Fields>> & Extra

/** Declares the command that changes fields of a record. Its texts, merging and undo are derived from the record. */
export function patchCommand<Row extends Identity, const Fields extends RecordFields<Row>, Extra = unknown>(
  record: AppRecord<Row, Fields>,
  parts: PatchParts<Row, ChangeOf<Row, Fields, Extra>, Extra>,
): Command<ChangeOf<Row, Fields, Extra>> {
  type Change = ChangeOf<Row, Fields, Extra>
  const { kind, fields, keyOf, refOf, currentIn, title } = record
  const { name, version, endpoint, areas, upgrades, dependsOn, changesAccount, page, extra } = parts
  const { body = ({ to }) => to, merge = mergePatches, extraFields = () => [], alsoTouches, otherEffects } = parts
  const changed = parts.changed ?? ((row, { to }) => patchedRow(fields, row, to))
  const patchFields = patchFieldsOf<Row, Fields, Extra>(record, extraFields)
  const inputSchema = z.object({ was: record.seen, to: patchSchema(fields), ...extra?.schema.shape })
  const changeCommand: Command<Change> = command({
    ...{ name, version, endpoint, areas },
    ...{
      ...(upgrades && { upgrades }),
      ...(dependsOn && { dependsOn }),
      ...(changesAccount && { changesAccount }),
      ...(page && { page }),
    },
    // The extra schema has the type of `Extra`, but spreading its shape loses that type.
    input: inputSchema as unknown as z.ZodMiniType<Change>,
    request: (change) => ({ params: { id: refOf(change.was) }, body: body(change) }),
    touches: (change) => [keyOf(change.was), ...(alsoTouches?.(change) ?? [])],
    effects: (change) => [
      patched(kind, kind.keyOf(change.was), (row) => changed(row, change), record.listed(change.was)),
      ...(otherEffects?.(change) ?? []),
    ],
    merge,
    inverse: (change) => inverseChanges(record, { ...parts, changed }, [changeCommand, change]),
    fields: (change) => [...patchFields(change), ...extraFields(change)],
    rebase: (change, current) => ({ ...change, was: currentIn(current) ?? change.was }),
    describe: (change) => ({
      record: title(change.was),
      change: describeChange(patchFields(change), extraFields(change)),
    }),
    versions: record.versionsIn,
  })
  return changeCommand
}

/** Merges two changes. When both change a field, the later value applies. */
export const mergePatches = <Change extends { readonly to: object }>(earlier: Change, later: Change): Change => ({
  ...earlier,
  to: { ...earlier.to, ...later.to },
})

/**
 * Returns a function that describes the patched fields of a change. Removing the last one leaves a change only if it
 * has extra fields.
 */
function patchFieldsOf<Row extends Identity, Fields extends RecordFields<Row>, Extra>(
  { fields }: AppRecord<Row, Fields>,
  extraFields: (change: ChangeOf<Row, Fields, Extra>) => readonly Field<ChangeOf<Row, Fields, Extra>>[],
) {
  type Change = ChangeOf<Row, Fields, Extra>
  const isEmpty = (change: Change) => Object.keys(change.to).length + extraFields(change).length === 0
  return (change: Change): readonly Field<Change>[] => {
    const withPatch = (to: object) => ({ ...change, to: to as PatchOf<Fields> })
    const without = (to: object) => (isEmpty(withPatch(to)) ? null : withPatch(to))
    return describeFields<Row, Change>(fields, { ...change, with: withPatch, without })
  }
}

/**
 * Text for a change, in one line: patched fields with the old and the new value, extra fields with the new value only.
 */
const describeChange = <Change>(patch: readonly Field<Change>[], extra: readonly Field<Change>[]): string =>
  [changedWords(patch), ...extra.map(({ title, yours, words }) => `${title}: ${words(yours)}`)]
    .filter(Boolean)
    .join(' · ')

/** The changes that undo a change. */
function inverseChanges<Row extends Identity, Fields extends RecordFields<Row>, Extra>(
  { fields, seenVersionOf }: AppRecord<Row, Fields>,
  parts: PatchParts<Row, ChangeOf<Row, Fields, Extra>, Extra> &
    Required<Pick<PatchParts<Row, ChangeOf<Row, Fields, Extra>, Extra>, 'changed'>>,
  [changeCommand, change]: readonly [Command<ChangeOf<Row, Fields, Extra>>, ChangeOf<Row, Fields, Extra>],
): readonly NewChange[] {
  const { undoPatch = (input) => inversePatch(fields, input), extraUndo = () => [], changed, extra } = parts
  const { was, to: patchToUndo } = change
  const to = undoPatch(change)
  if (to === null) return []
  // Only the patch is applied: `extraUndo` undoes the rest of the change.
  const now = changed(was, { ...extra?.none, was, to: patchToUndo } as typeof change)
  const input = { ...extra?.none, was: now, to }
  const patch = Object.keys(to).length > 0 ? [{ command: changeCommand, input, seenVersion: seenVersionOf(was) }] : []
  return [...patch, ...extraUndo(change, now)]
}
