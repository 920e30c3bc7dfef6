import type { RecordKind } from '#contract/wire/record.ts'
import type { Effect } from '../command.ts'
import type { Fold, FoldEntry } from './fold.ts'
import { foldList, type ListRules } from './fold-list.ts'

/** One effect of one change. */
interface Step {
  /** The change's place in the order: its sequence number, or its index in `foldOf`. */
  readonly seq: number
  readonly effect: Effect
  readonly isSettled: boolean
  /** Null until it is settled, or when unknown. */
  readonly settledAt: number | null
  /** The record's version in the server's response; null before it is settled, or when the response has none. */
  readonly settledVersion: number | null
}
/**
 * A row while the steps of its record are applied. `original` is the row before the first step: the server's row, or
 * the row that the user saw.
 */
interface FoldedRow {
  /** Undefined when the record is removed or its row is unknown. */
  readonly row: object | undefined
  readonly original: object | undefined
  readonly isRemoved: boolean
}
/** Steps of the records of one kind, by record key, oldest first. */
type Steps = ReadonlyMap<string, readonly Step[]>

/** The fold of these changes, which must be ordered oldest first. */
export function foldOf(entries: readonly FoldEntry[]): Fold {
  const folding = new IncrementalFold()
  for (const [seq, entry] of entries.entries()) folding.set(seq, entry)
  return folding.fold()
}

/**
 * A fold that is updated change by change. The cost of an update depends on the records that the change concerns, not
 * on the length of the outbox.
 */
export class IncrementalFold {
  readonly #entries = new Map<number, FoldEntry>()
  /** The entries with `inDataFrom`. */
  readonly #inData = new Map<number, FoldEntry>()
  #kinds = new Map<string, Map<string, Step[]>>()
  /** Maps and arrays that no returned fold uses yet: they may be changed in place. All others are copied first. */
  #unshared = new WeakSet<object>([this.#kinds])
  #fold: Fold = foldOfSteps(this.#kinds)
  #isCurrent = true

  /** Sets the change with this sequence number; null removes it. */
  set(seq: number, entry: FoldEntry | null): void {
    const before = this.#entries.get(seq)
    if (before === (entry ?? undefined)) return
    this.#isCurrent = false
    for (const effect of before?.effects ?? []) this.#removeSteps(effect, seq)
    this.#inData.delete(seq)
    if (entry === null) this.#entries.delete(seq)
    else this.#entries.set(seq, entry)
    if (entry?.inDataFrom !== undefined) this.#inData.set(seq, entry)
    for (const effect of entry?.effects ?? []) {
      const settledVersion = entry?.settled?.get(`${effect.kind}/${effect.key}`) ?? null
      this.#addStep({
        seq,
        effect,
        isSettled: entry?.settled !== null,
        settledAt: entry?.settledAt ?? null,
        settledVersion,
      })
    }
  }
  /** The current fold: the same object until a change is added, replaced or removed. */
  fold(): Fold {
    if (!this.#isCurrent) {
      this.#fold = foldOfSteps(this.#kinds, new Map(this.#inData))
      this.#unshared = new WeakSet()
      this.#isCurrent = true
    }
    return this.#fold
  }

  #addStep(step: Step): void {
    const records = this.#recordsOf(step.effect.kind)
    const known = records.get(step.effect.key)
    const steps = known && this.#unshared.has(known) ? known : this.#keepUnshared([...(known ?? [])])
    const last = steps.at(-1)
    if (last === undefined || last.seq <= step.seq) steps.push(step)
    else steps.splice(steps.findLastIndex((other) => other.seq <= step.seq) + 1, 0, step)
    records.set(step.effect.key, steps)
  }
  #removeSteps({ kind, key }: Effect, seq: number): void {
    const records = this.#recordsOf(kind)
    const steps = records.get(key)?.filter((step) => step.seq !== seq) ?? []
    if (steps.length > 0) records.set(key, this.#keepUnshared(steps))
    else records.delete(key)
    if (records.size === 0) this.#kinds.delete(kind)
  }
  #recordsOf(kind: string): Map<string, Step[]> {
    if (!this.#unshared.has(this.#kinds)) this.#kinds = this.#keepUnshared(new Map(this.#kinds))
    const known = this.#kinds.get(kind)
    if (known && this.#unshared.has(known)) return known
    const records = this.#keepUnshared(new Map(known))
    this.#kinds.set(kind, records)
    return records
  }
  #keepUnshared<T extends object>(thing: T): T {
    this.#unshared.add(thing)
    return thing
  }
}

/**
 * Results by steps and row, so that the same row and steps always give the same object. The result for a record without
 * a server row is stored under the steps themselves.
 */
const foldedRows = new WeakMap<readonly Step[], WeakMap<object, FoldedRow>>()

function foldRow(steps: readonly Step[], row: object | undefined): FoldedRow {
  const known = foldedRows.get(steps) ?? new WeakMap<object, FoldedRow>()
  foldedRows.set(steps, known)
  const folded = known.get(row ?? steps) ?? applySteps(steps, row)
  known.set(row ?? steps, folded)
  return folded
}

const NO_STEPS: readonly Step[] = []

/**
 * The keys by which changes may refer to a row: its own, and its second one (see `RecordKind.alsoOf`) if it differs.
 */
function keysOfRow<Row>({ keyOf, alsoOf }: RecordKind<Row>, row: Row): readonly string[] {
  const key = keyOf(row)
  const also = alsoOf?.(row) ?? key
  return also === key ? [key] : [key, also]
}

/** Steps of one record under two keys, merged in order: the same array while both lists stay the same. */
const joinedSteps = new WeakMap<readonly Step[], WeakMap<readonly Step[], readonly Step[]>>()

/** The steps for a row under all of its keys; undefined if it has none. */
function stepsOfRow<Row>(records: Steps | undefined, kind: RecordKind<Row>, row: Row): readonly Step[] | undefined {
  const [ownSteps, otherSteps] = keysOfRow(kind, row).flatMap((key) => {
    const steps = records?.get(key)
    return steps ? [steps] : []
  })
  if (!ownSteps || !otherSteps) return ownSteps
  const known = joinedSteps.get(ownSteps) ?? new WeakMap<readonly Step[], readonly Step[]>()
  joinedSteps.set(ownSteps, known)
  const joined = known.get(otherSteps) ?? [...ownSteps, ...otherSteps].sort((a, b) => a.seq - b.seq)
  known.set(otherSteps, joined)
  return joined
}

/** The steps of all changes but these. */
function stepsWithout(kinds: ReadonlyMap<string, Steps>, without: ReadonlyMap<number, FoldEntry>) {
  const left = new Map(kinds)
  for (const { effects } of without.values()) {
    for (const { kind, key } of effects) {
      const records = new Map(left.get(kind))
      const steps = records.get(key)?.filter(({ seq }) => !without.has(seq)) ?? []
      if (steps.length > 0) records.set(key, steps)
      else records.delete(key)
      if (records.size > 0) left.set(kind, records)
      else left.delete(kind)
    }
  }
  return left
}

/** @param inData the changes with `inDataFrom`, by sequence number */
function foldOfSteps(kinds: ReadonlyMap<string, Steps>, inData: ReadonlyMap<number, FoldEntry> = new Map()): Fold {
  /** Folds for data of some moment, by the changes that it has: the same object for the same changes. */
  const folds = new Map<string, Fold>()
  const foldAt = (asOf: number, unchanged: Fold): Fold => {
    const known = new Map([...inData].filter(([, { inDataFrom = Number.POSITIVE_INFINITY }]) => inDataFrom <= asOf))
    if (known.size === 0) return unchanged
    const name = [...known.keys()].join()
    const fold = folds.get(name) ?? foldOfSteps(stepsWithout(kinds, known))
    folds.set(name, fold)
    return fold
  }
  const unlisted = (kind: string, key: string) => foldRow(kinds.get(kind)?.get(key) ?? NO_STEPS, undefined)
  // The casts are safe: a command builds its effects for a kind with functions of that kind's row type.
  const foldRows = <Row extends object>(kind: RecordKind<Row>, rows: readonly Row[], rules: ListRules<Row>) => {
    const steps = kinds.get(kind.name)
    if (!steps) return { rows, countChange: 0 }
    return foldList(rows, rules, {
      keys: steps.keys(),
      keysOf: (row) => keysOfRow(kind, row).filter((name) => steps.has(name)),
      overlay: (row) => foldRow(stepsOfRow(steps, kind, row) ?? NO_STEPS, row).row as Row | undefined,
      unlisted: (key) => unlisted(kind.name, key) as { row: Row | undefined; original: Row | undefined },
      isKnownAt: (key, asOf) =>
        (steps.get(key) ?? NO_STEPS).every(({ settledAt }) => settledAt !== null && settledAt < asOf),
    })
  }
  const overlay = <Row extends object>(kind: RecordKind<Row>, row: Row): Row | undefined => {
    const steps = stepsOfRow(kinds.get(kind.name), kind, row)
    return steps ? (foldRow(steps, row).row as Row | undefined) : row
  }
  const fold: Fold = {
    at: (asOf) => foldAt(asOf, fold),
    has: (kind) => kinds.has(kind.name),
    row: (kind, row) => overlay(kind, row) ?? row,
    overlay,
    keys: (kind) => kinds.get(kind.name)?.keys() ?? [],
    find: <Row extends object>(kind: RecordKind<Row>, key: string): Row | undefined =>
      unlisted(kind.name, key).row as Row | undefined,
    isRemoved: (kind, key) => unlisted(kind.name, key).isRemoved,
    rows: (kind, rows, rules = {}) => foldRows(kind, rows, rules).rows,
    countChange: (kind, rows, rules = {}) => foldRows(kind, rows, rules).countChange,
  }
  return fold
}

function applySteps(steps: readonly Step[], row: object | undefined): FoldedRow {
  return steps.reduce<FoldedRow>(applyStep, { row, original: row, isRemoved: false })
}

/** Applies one effect to a row. Skips a settled change that the row already contains. */
function applyStep(folded: FoldedRow, { effect, isSettled, settledVersion }: Step): FoldedRow {
  const { row } = folded
  if (isSettled && row !== undefined && (effect.act === 'add' || hasReached(row, settledVersion))) return folded
  if (effect.act === 'remove')
    return { original: folded.original ?? (effect.seen as object | undefined), row: undefined, isRemoved: true }
  if (effect.act === 'add') return { ...folded, row: effect.row as object, isRemoved: false }
  if (folded.isRemoved && !effect.createsRow) return folded
  const change = effect.change as (row: object) => object
  if (row !== undefined) return { ...folded, row: change(row) }
  if (effect.seen === undefined) return folded
  return { original: folded.original ?? (effect.seen as object), row: change(effect.seen as object), isRemoved: false }
}

/** Whether a row already contains a settled change. Editable records have a `version`; a row without one never does. */
function hasReached(row: object, version: number | null): boolean {
  return version !== null && 'version' in row && typeof row.version === 'number' && row.version >= version
}
