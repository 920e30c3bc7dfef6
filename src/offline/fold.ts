import type { Kind } from '#contract/record.ts'
import type { Effect, RecordKey } from './command.ts'
import { type ListRules, placed } from './fold-list.ts'

/** What one change does to the rows on screen, as the fold takes it. Entries come oldest first. */
export interface FoldEntry {
  readonly effects: readonly Effect[]
  /** Once the server has it: the versions it gave. A row that has reached its version is left as it is. */
  readonly settled: ReadonlyMap<RecordKey, number> | null
}

/** The changes that wait, laid over what the server said. Pure; a row that no change names keeps its identity. */
export interface Fold {
  /** Whether any waiting change concerns rows of this kind. */
  has(of: { readonly name: string }): boolean
  /** One row as it will be. A removed row is answered unchanged: ask `isRemoved`. */
  row<Row extends object>(of: Kind<Row>, row: Row): Row
  /** The row of a record that only this device knows, or knows better: made here, or seen when it was changed. */
  find<Row extends object>(of: Kind<Row>, key: string): Row | undefined
  isRemoved(of: { readonly name: string }, key: string): boolean
  /** A list as it will be: rows change, leave, come and move. The same array when nothing changes. */
  rows<Row extends object>(of: Kind<Row>, rows: readonly Row[], rules?: ListRules<Row>): readonly Row[]
  /** By how much the whole list's count differs from what the server said. */
  countChange<Row extends object>(of: Kind<Row>, rows: readonly Row[], rules?: ListRules<Row>): number
}

interface Step {
  readonly effect: Effect
  readonly isSettled: boolean
  readonly upTo: number | null
}
/** A row on its way through the steps of its record; `first` is what it was before the first of them. */
interface Course {
  readonly row: object | undefined
  readonly first: object | undefined
  readonly isRemoved: boolean
}
type Steps = ReadonlyMap<string, readonly Step[]>

/** Folds changes into an index by kind and key: one pass over the effects, then one pass over each list. */
export function foldOf(entries: readonly FoldEntry[]): Fold {
  const kinds = indexed(entries)
  /** Rows are answered with one identity for as long as neither they nor the fold changes. */
  const memory = new Map<string, WeakMap<object, Course>>()

  const courseOf = (kind: string, steps: readonly Step[], row: object): Course => {
    const known = memory.get(kind) ?? new WeakMap<object, Course>()
    memory.set(kind, known)
    const course = known.get(row) ?? run(steps, row)
    known.set(row, course)
    return course
  }
  // The kind's name ties effects to rows: what a command says of kind K is a function of K's rows.
  const list = <Row extends object>(of: Kind<Row>, rows: readonly Row[], rules: ListRules<Row>) => {
    const steps = kinds.get(of.name)
    if (!steps) return { rows, countChange: 0 }
    return placed(of, rows, rules, {
      keys: steps.keys(),
      names: (key) => steps.has(key),
      over: (key, row) => courseOf(of.name, steps.get(key) ?? [], row).row as Row | undefined,
      alone: (key) => run(steps.get(key) ?? [], undefined) as { row: Row | undefined; first: Row | undefined },
    })
  }
  return {
    has: (of) => kinds.has(of.name),
    row: <Row extends object>(of: Kind<Row>, row: Row): Row => {
      const steps = kinds.get(of.name)?.get(of.keyOf(row))
      return steps ? ((courseOf(of.name, steps, row).row as Row | undefined) ?? row) : row
    },
    find: <Row extends object>(of: Kind<Row>, key: string): Row | undefined =>
      run(kinds.get(of.name)?.get(key) ?? [], undefined).row as Row | undefined,
    isRemoved: (of, key) => run(kinds.get(of.name)?.get(key) ?? [], undefined).isRemoved,
    rows: (of, rows, rules = {}) => list(of, rows, rules).rows,
    countChange: (of, rows, rules = {}) => list(of, rows, rules).countChange,
  }
}

export const emptyFold: Fold = foldOf([])

function indexed(entries: readonly FoldEntry[]): ReadonlyMap<string, Steps> {
  const kinds = new Map<string, Map<string, Step[]>>()
  for (const { effects, settled } of entries) {
    for (const effect of effects) {
      const records = kinds.get(effect.kind) ?? new Map<string, Step[]>()
      kinds.set(effect.kind, records)
      const steps = records.get(effect.key) ?? []
      records.set(effect.key, steps)
      const upTo = settled?.get(`${effect.kind}/${effect.key}`) ?? null
      steps.push({ effect, isSettled: settled !== null, upTo })
    }
  }
  return kinds
}

function run(steps: readonly Step[], row: object | undefined): Course {
  return steps.reduce<Course>(stepped, { row, first: row, isRemoved: false })
}

function stepped(course: Course, { effect, isSettled, upTo }: Step): Course {
  const { row } = course
  if (isSettled && row !== undefined && (effect.act === 'add' || hasReached(row, upTo))) return course
  if (effect.act === 'remove') return { ...course, row: undefined, isRemoved: true }
  if (effect.act === 'add') return { ...course, row: effect.row as object, isRemoved: false }
  if (course.isRemoved) return course
  const change = effect.change as (row: object) => object
  if (row !== undefined) return { ...course, row: change(row) }
  if (effect.seen === undefined) return course
  return { ...course, first: effect.seen as object, row: change(effect.seen as object) }
}

/** Every record that can be edited carries `version` on the wire; a row without one is taken as not there yet. */
function hasReached(row: object, upTo: number | null): boolean {
  return upTo !== null && 'version' in row && typeof row.version === 'number' && row.version >= upTo
}
