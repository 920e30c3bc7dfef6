import type { ScheduleDay } from '#contract/boards/schedule.ts'
import type { DayTarget, RowDraft, RowEdit } from '#src/areas/schedule/day/day-edit.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import type { Draft } from '#src/offline/command.ts'
import { firedBackRows, firedRows } from './fired-rows.ts'

/** What became of one driver's days, and the change that the outbox keeps for it. */
interface StepRow {
  readonly row: RowEdit
  /** The row as it was made: from what stood there by then. */
  readonly made: RowEdit
  readonly id: string
}

/** One thing that the person did, however many cells it changed. */
export interface Step {
  readonly rows: readonly StepRow[]
  readonly words: string
}

/** What an undo came to. */
export interface Undone {
  readonly step: Step
  /** What was there before has to be sent. */
  readonly isSent: boolean
  /** Why a part of it stays as it is; null when all of it was taken back. */
  readonly failure: Error | null
}

/** What the trail needs of the world. */
export interface TrailPorts {
  /** Keeps all of the changes, or none; answers the id of each. */
  readonly submit: (drafts: readonly Draft[]) => Promise<readonly string[]>
  /** Takes one change back, as the outbox's `undo` does. */
  readonly takeBack: (id: string) => Promise<'removed' | 'sent_back'>
  readonly newId: () => string
  /** What makes changes of rows, which comes with the outbox. */
  readonly loadRowDraft: () => Promise<RowDraft>
  /** A day as it was seen, with all that waits on this device. */
  readonly dayNow: (driver: number, date: IsoDay, seen: ScheduleDay | null) => ScheduleDay | null
}

export interface TrailState {
  readonly canUndo: boolean
  readonly canRedo: boolean
}

/** Asks whether these days may become *Firing*. */
export type MayFire = (rows: readonly RowEdit[]) => Promise<boolean>

const MAX_STEPS = 200

/**
 * The steps of one person at one schedule, to be taken back and made again, however many they are. One thing at a time:
 * what is done while the device still keeps the one before starts from what that leaves.
 */
export class Trail {
  readonly #ports: TrailPorts
  readonly #listeners = new Set<() => void>()
  #done: Step[] = []
  #undone: Step[] = []
  #state: TrailState = { canUndo: false, canRedo: false }
  #line: Promise<unknown> = Promise.resolve()

  constructor(ports: TrailPorts) {
    this.#ports = ports
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  readonly state = (): TrailState => this.#state

  /**
   * Makes an edit, as `make` has it once all that was done before is kept; rejects with `NotKept`. Answers the step, or null
   * where nothing differs.
   */
  apply(make: () => readonly RowEdit[], wordsOf: (rows: readonly RowEdit[]) => string): Promise<Step | null> {
    return this.#inLine(async () => {
      const rows = make()
      const step = await this.#make(rows, wordsOf(rows))
      if (step) this.#set([...this.#done, step].slice(-MAX_STEPS), [])
      return step
    })
  }
  /**
   * Takes a step back: the last, unless another is named. What of it can't be taken back now can't be later either: it leaves
   * the trail. Answers null where there is no such step, or `mayFire` says no of days that it would make *Firing* again.
   */
  undo(named?: Step, mayFire?: MayFire): Promise<Undone | null> {
    return this.#inLine(async () => {
      const step = named ?? this.#done.at(-1)
      if (!step || !this.#done.includes(step)) return null
      if (!(await isAllowed(firedBackRows(step.rows.map(({ made }) => made)), mayFire))) return null
      this.#set(
        this.#done.filter((one) => one !== step),
        this.#undone,
      )
      const { taken, ...came } = await this.#takeBack(step.rows)
      const back = { ...step, rows: taken }
      if (taken.length > 0) this.#set(this.#done, [...this.#undone, back])
      return { step: back, ...came }
    })
  }
  /**
   * Makes the last step that was taken back again; rejects with `NotKept`. Null where there is none, or nothing to make, or
   * `mayFire` says no of days that it would make *Firing*.
   */
  redo(mayFire?: MayFire): Promise<Step | null> {
    return this.#inLine(async () => {
      const step = this.#undone.at(-1)
      if (!step) return null
      const rows = step.rows.map(({ row }) => row)
      if (!(await isAllowed(firedRows(rows.map((row) => this.#asOfNow(row))), mayFire))) return null
      const again = await this.#make(rows, step.words)
      this.#set(again ? [...this.#done, again] : this.#done, this.#undone.slice(0, -1))
      return again
    })
  }

  async #takeBack(rows: readonly StepRow[]) {
    const taken: StepRow[] = []
    let isSent = false
    let failure: Error | null = null
    for (const one of rows.toReversed()) {
      try {
        isSent = (await this.#ports.takeBack(one.id)) === 'sent_back' || isSent
        taken.unshift(one)
      } catch (cause) {
        if (!(cause instanceof Error)) throw cause
        failure ??= cause
      }
    }
    return { taken, isSent, failure }
  }
  async #make(rows: readonly RowEdit[], words: string): Promise<Step | null> {
    const { submit, newId, loadRowDraft } = this.#ports
    const rowDraft = await loadRowDraft()
    // With nothing to wait for between what stands there now and what is kept.
    const drafts = rows.flatMap((row) => {
      const made = this.#asOfNow(row)
      const draft = rowDraft(made, newId)
      return draft ? [{ row, made, draft }] : []
    })
    if (drafts.length === 0) return null
    const ids = await submit(drafts.map(({ draft }) => draft))
    return { rows: drafts.map(({ row, made }, at) => ({ row, made, id: ids[at] ?? '' })), words }
  }
  #asOfNow({ driver, targets }: RowEdit): RowEdit {
    const now = (target: DayTarget): DayTarget => {
      const { date, to, untouched } = target
      const was = this.#ports.dayNow(driver.id, date, target.was)
      return { date, was, to: to && untouched && was ? { ...to, [untouched]: was[untouched] } : to }
    }
    return { driver, targets: targets.map(now) }
  }
  #set(done: Step[], undone: Step[]): void {
    this.#done = done
    this.#undone = undone
    const state = { canUndo: done.length > 0, canRedo: undone.length > 0 }
    if (state.canUndo === this.#state.canUndo && state.canRedo === this.#state.canRedo) return
    this.#state = state
    for (const listener of [...this.#listeners]) listener()
  }
  #inLine<T>(work: () => Promise<T>): Promise<T> {
    const own = this.#line.then(work)
    this.#line = own.catch(() => undefined)
    return own
  }
}

async function isAllowed(fired: readonly RowEdit[], mayFire?: MayFire): Promise<boolean> {
  return fired.length === 0 || mayFire === undefined || mayFire(fired)
}
