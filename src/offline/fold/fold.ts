import type { Kind } from '#contract/wire/record.ts'
import type { Effect, RecordKey } from '../command.ts'
import { type ListRules, placed } from './fold-list.ts'

/** What one change does to the rows on screen, as the fold takes it. Entries come oldest first. */
export interface FoldEntry {
  readonly effects: readonly Effect[]
  /** Once the server has it: the versions it gave. A row that has reached its version is left as it is. */
  readonly settled: ReadonlyMap<RecordKey, number> | null
  /** When that was, in milliseconds since 1970; null until then. */
  readonly settledAt?: number | null
}

/** The changes that wait, laid over what the server said. Pure; a row that no change names keeps its identity. */
export interface Fold {
  /** Whether any waiting change concerns rows of this kind. */
  has(of: { readonly name: string }): boolean
  /** The keys of the records of this kind that waiting changes name: to leave all others alone. */
  keys(of: { readonly name: string }): Iterable<string>
  /** One row as it will be. A removed row is answered unchanged: ask `isRemoved`, or `over`. */
  row<Row extends object>(of: Kind<Row>, row: Row): Row
  /** One row as it will be; undefined where a change takes it away. */
  over<Row extends object>(of: Kind<Row>, row: Row): Row | undefined
  /** The row of a record that only this device knows, or knows better: made here, or seen when it was changed. */
  find<Row extends object>(of: Kind<Row>, key: string): Row | undefined
  isRemoved(of: { readonly name: string }, key: string): boolean
  /** A list as it will be: rows change, leave, come and move. The same array when nothing changes. */
  rows<Row extends object>(of: Kind<Row>, rows: readonly Row[], rules?: ListRules<Row>): readonly Row[]
  /** By how much the whole list's count differs from what the server said. */
  countChange<Row extends object>(of: Kind<Row>, rows: readonly Row[], rules?: ListRules<Row>): number
}

interface Step {
  /** The change's place in the order. */
  readonly seq: number
  readonly effect: Effect
  readonly isSettled: boolean
  /** Null until it is settled, and where nobody knows. */
  readonly settledAt: number | null
  readonly upTo: number | null
}
/** A row on its way through the steps of its record; `first` is what it was before the first of them. */
interface Course {
  readonly row: object | undefined
  readonly first: object | undefined
  readonly isRemoved: boolean
}
type Steps = ReadonlyMap<string, readonly Step[]>

/** The fold of these changes, oldest first. */
export function foldOf(entries: readonly FoldEntry[]): Fold {
  const folding = new Folding()
  for (const [at, entry] of entries.entries()) folding.put(at, entry)
  return folding.fold()
}

/** Keeps the fold of changes that come and go one by one: each costs what it concerns, whatever else waits. */
export class Folding {
  readonly #entries = new Map<number, FoldEntry>()
  #kinds = new Map<string, Map<string, Step[]>>()
  /** What no fold has seen yet, and so may still be changed in place. */
  #own = new WeakSet<object>([this.#kinds])
  #fold: Fold = foldOver(this.#kinds)
  #isSame = true

  /** Puts a change in its place in the order, instead of what was there; null for none. */
  put(seq: number, entry: FoldEntry | null): void {
    const before = this.#entries.get(seq)
    if (before === (entry ?? undefined)) return
    this.#isSame = false
    for (const effect of before?.effects ?? []) this.#without(effect, seq)
    if (entry === null) this.#entries.delete(seq)
    else this.#entries.set(seq, entry)
    for (const effect of entry?.effects ?? []) {
      const upTo = entry?.settled?.get(`${effect.kind}/${effect.key}`) ?? null
      this.#with({ seq, effect, isSettled: entry?.settled !== null, settledAt: entry?.settledAt ?? null, upTo })
    }
  }
  /** One value until a change comes, goes or becomes another. */
  fold(): Fold {
    if (!this.#isSame) {
      this.#fold = foldOver(this.#kinds)
      this.#own = new WeakSet()
      this.#isSame = true
    }
    return this.#fold
  }

  #with(step: Step): void {
    const records = this.#records(step.effect.kind)
    const known = records.get(step.effect.key)
    const steps = known && this.#own.has(known) ? known : this.#made([...(known ?? [])])
    const last = steps.at(-1)
    if (last === undefined || last.seq <= step.seq) steps.push(step)
    else steps.splice(steps.findLastIndex((other) => other.seq <= step.seq) + 1, 0, step)
    records.set(step.effect.key, steps)
  }
  #without({ kind, key }: Effect, seq: number): void {
    const records = this.#records(kind)
    const steps = records.get(key)?.filter((step) => step.seq !== seq) ?? []
    if (steps.length > 0) records.set(key, this.#made(steps))
    else records.delete(key)
    if (records.size === 0) this.#kinds.delete(kind)
  }
  #records(kind: string): Map<string, Step[]> {
    if (!this.#own.has(this.#kinds)) this.#kinds = this.#made(new Map(this.#kinds))
    const known = this.#kinds.get(kind)
    if (known && this.#own.has(known)) return known
    const records = this.#made(new Map(known))
    this.#kinds.set(kind, records)
    return records
  }
  #made<T extends object>(thing: T): T {
    this.#own.add(thing)
    return thing
  }
}

/**
 * Rows are answered with one identity for as long as neither they nor the steps of their record change. The row of no
 * row, for a record that only this device knows, is kept under the steps themselves.
 */
const courses = new WeakMap<readonly Step[], WeakMap<object, Course>>()

function courseOf(steps: readonly Step[], row: object | undefined): Course {
  const known = courses.get(steps) ?? new WeakMap<object, Course>()
  courses.set(steps, known)
  const course = known.get(row ?? steps) ?? run(steps, row)
  known.set(row ?? steps, course)
  return course
}

const NO_STEPS: readonly Step[] = []

/** The names by which changes may know a row: its key, and where it has another that one too. */
function namesOf<Row>({ keyOf, alsoOf }: Kind<Row>, row: Row): readonly string[] {
  const key = keyOf(row)
  const also = alsoOf?.(row) ?? key
  return also === key ? [key] : [key, also]
}

/** Steps of one record under two names, in their order; one value for as long as neither changes. */
const joined = new WeakMap<readonly Step[], WeakMap<readonly Step[], readonly Step[]>>()

/** All that changes do to a row, under whichever of its names. */
function stepsOf<Row>(records: Steps | undefined, of: Kind<Row>, row: Row): readonly Step[] | undefined {
  const [own, other] = namesOf(of, row).flatMap((name) => {
    const steps = records?.get(name)
    return steps ? [steps] : []
  })
  if (!own || !other) return own
  const known = joined.get(own) ?? new WeakMap<readonly Step[], readonly Step[]>()
  joined.set(own, known)
  const both = known.get(other) ?? [...own, ...other].sort((a, b) => a.seq - b.seq)
  known.set(other, both)
  return both
}

function foldOver(kinds: ReadonlyMap<string, Steps>): Fold {
  const alone = (kind: string, key: string) => courseOf(kinds.get(kind)?.get(key) ?? NO_STEPS, undefined)
  // The kind's name ties effects to rows: what a command says of kind K is a function of K's rows.
  const list = <Row extends object>(of: Kind<Row>, rows: readonly Row[], rules: ListRules<Row>) => {
    const steps = kinds.get(of.name)
    if (!steps) return { rows, countChange: 0 }
    return placed(rows, rules, {
      keys: steps.keys(),
      namesOf: (row) => namesOf(of, row).filter((name) => steps.has(name)),
      over: (row) => courseOf(stepsOf(steps, of, row) ?? NO_STEPS, row).row as Row | undefined,
      alone: (key) => alone(of.name, key) as { row: Row | undefined; first: Row | undefined },
      isKnown: (key, asOf) =>
        (steps.get(key) ?? NO_STEPS).every(({ settledAt }) => settledAt !== null && settledAt < asOf),
    })
  }
  const over = <Row extends object>(of: Kind<Row>, row: Row): Row | undefined => {
    const steps = stepsOf(kinds.get(of.name), of, row)
    return steps ? (courseOf(steps, row).row as Row | undefined) : row
  }
  return {
    has: (of) => kinds.has(of.name),
    row: (of, row) => over(of, row) ?? row,
    over,
    keys: (of) => kinds.get(of.name)?.keys() ?? [],
    find: <Row extends object>(of: Kind<Row>, key: string): Row | undefined =>
      alone(of.name, key).row as Row | undefined,
    isRemoved: (of, key) => alone(of.name, key).isRemoved,
    rows: (of, rows, rules = {}) => list(of, rows, rules).rows,
    countChange: (of, rows, rules = {}) => list(of, rows, rules).countChange,
  }
}

export const emptyFold: Fold = foldOf([])

function run(steps: readonly Step[], row: object | undefined): Course {
  return steps.reduce<Course>(stepped, { row, first: row, isRemoved: false })
}

function stepped(course: Course, { effect, isSettled, upTo }: Step): Course {
  const { row } = course
  if (isSettled && row !== undefined && (effect.act === 'add' || hasReached(row, upTo))) return course
  if (effect.act === 'remove')
    return { first: course.first ?? (effect.seen as object | undefined), row: undefined, isRemoved: true }
  if (effect.act === 'add') return { ...course, row: effect.row as object, isRemoved: false }
  if (course.isRemoved && !effect.makes) return course
  const change = effect.change as (row: object) => object
  if (row !== undefined) return { ...course, row: change(row) }
  if (effect.seen === undefined) return course
  return { first: course.first ?? (effect.seen as object), row: change(effect.seen as object), isRemoved: false }
}

/** Every record that can be edited carries `version` on the wire; a row without one is taken as not there yet. */
function hasReached(row: object, upTo: number | null): boolean {
  return upTo !== null && 'version' in row && typeof row.version === 'number' && row.version >= upTo
}
