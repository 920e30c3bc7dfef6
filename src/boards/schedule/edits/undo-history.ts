import type { ScheduleDay } from '#contract/boards/schedule.ts'
import type { DayTarget, RowDraft, RowEdit } from '#src/areas/schedule/day/day-edit.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import type { NewChange } from '#src/offline/command.ts'
import { rowsClearingFiring, rowsSettingFiring } from './firing-rows.ts'

/** An edit of one driver's days, and its change in the outbox. */
interface StepRow {
  /** The edit as the user made it. A redo applies it to the days at that time. */
  readonly row: RowEdit
  /** The edit as it was saved: its `was` values are the days at that moment. */
  readonly saved: RowEdit
  /** The id of the change. */
  readonly id: string
}

/** One action of the user, however many cells it changed. */
export interface EditStep {
  readonly rows: readonly StepRow[]
  readonly words: string
}

/** The result of an undo. */
export interface UndoResult {
  readonly step: EditStep
  /** The server may already have the change, so its inverse has to be sent too. */
  readonly isSent: boolean
  /** Why a part of the step could not be undone; null when all of it was undone. */
  readonly failure: Error | null
}

/** What the undo history needs from its environment. */
export interface UndoHistoryPorts {
  /** Saves all changes or none. Returns the id of each change. */
  readonly submit: (drafts: readonly NewChange[]) => Promise<readonly string[]>
  /** Undoes one change, like the outbox's `undo`. */
  readonly takeBack: (id: string) => Promise<'removed' | 'sent_back'>
  readonly newId: () => string
  /** Loads the function that turns a row into a change. It is loaded together with the outbox. */
  readonly loadRowDraft: () => Promise<RowDraft>
  /** A day as the user saw it, with the optimistic effects of all waiting changes. */
  readonly dayNow: (driver: number, date: IsoDay, seen: ScheduleDay | null) => ScheduleDay | null
}

export interface UndoHistoryState {
  readonly canUndo: boolean
  readonly canRedo: boolean
}

/** Asks the user whether these days may become *Firing*. */
export type ConfirmFiring = (rows: readonly RowEdit[]) => Promise<boolean>

const MAX_STEPS = 200

/**
 * Undo and redo history of one user on the open schedule, up to `MAX_STEPS` steps. Actions run one at a time: an action
 * that starts while the previous action is being saved waits, and builds on its result.
 */
export class UndoHistory {
  readonly #ports: UndoHistoryPorts
  readonly #listeners = new Set<() => void>()
  #done: EditStep[] = []
  #undone: EditStep[] = []
  #state: UndoHistoryState = { canUndo: false, canRedo: false }
  #queue: Promise<unknown> = Promise.resolve()

  constructor(ports: UndoHistoryPorts) {
    this.#ports = ports
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  readonly state = (): UndoHistoryState => this.#state

  /**
   * Saves an edit. Calls `make` once all earlier actions are saved. Returns the step, or null when nothing would
   * change. Rejects with `NotSaved`.
   */
  apply(make: () => readonly RowEdit[], wordsOf: (rows: readonly RowEdit[]) => string): Promise<EditStep | null> {
    return this.#enqueue(async () => {
      const rows = make()
      const step = await this.#save(rows, wordsOf(rows))
      if (step) this.#set([...this.#done, step].slice(-MAX_STEPS), [])
      return step
    })
  }
  /**
   * Undoes a step: the last one unless `chosen` is passed. Rows that can't be undone now can't be undone later either,
   * so they leave the history. Returns null when the step does not exist, or when `confirmFiring` refuses days that
   * would become *Firing* again.
   */
  undo(chosen?: EditStep, confirmFiring?: ConfirmFiring): Promise<UndoResult | null> {
    return this.#enqueue(async () => {
      const step = chosen ?? this.#done.at(-1)
      if (!step || !this.#done.includes(step)) return null
      if (!(await isAllowed(rowsClearingFiring(step.rows.map(({ saved }) => saved)), confirmFiring))) return null
      this.#set(
        this.#done.filter((one) => one !== step),
        this.#undone,
      )
      const { undoneRows, ...result } = await this.#undoRows(step.rows)
      const undone = { ...step, rows: undoneRows }
      if (undoneRows.length > 0) this.#set(this.#done, [...this.#undone, undone])
      return { step: undone, ...result }
    })
  }
  /**
   * Redoes the step that was undone last. Returns null when no undone step is left, when nothing would change, or when
   * `confirmFiring` refuses days that would become *Firing*. Rejects with `NotSaved`.
   */
  redo(confirmFiring?: ConfirmFiring): Promise<EditStep | null> {
    return this.#enqueue(async () => {
      const step = this.#undone.at(-1)
      if (!step) return null
      const rows = step.rows.map(({ row }) => row)
      if (!(await isAllowed(rowsSettingFiring(rows.map((row) => this.#fromCurrentDays(row))), confirmFiring)))
        return null
      const again = await this.#save(rows, step.words)
      this.#set(again ? [...this.#done, again] : this.#done, this.#undone.slice(0, -1))
      return again
    })
  }

  async #undoRows(rows: readonly StepRow[]) {
    const undoneRows: StepRow[] = []
    let isSent = false
    let failure: Error | null = null
    for (const one of rows.toReversed()) {
      try {
        isSent = (await this.#ports.takeBack(one.id)) === 'sent_back' || isSent
        undoneRows.unshift(one)
      } catch (cause) {
        if (!(cause instanceof Error)) throw cause
        failure ??= cause
      }
    }
    return { undoneRows, isSent, failure }
  }
  async #save(rows: readonly RowEdit[], words: string): Promise<EditStep | null> {
    const { submit, newId, loadRowDraft } = this.#ports
    const rowDraft = await loadRowDraft()
    // No `await` between reading the current days and `submit`: the days can't change in between.
    const drafts = rows.flatMap((row) => {
      const saved = this.#fromCurrentDays(row)
      const draft = rowDraft(saved, newId)
      return draft ? [{ row, saved, draft }] : []
    })
    if (drafts.length === 0) return null
    const ids = await submit(drafts.map(({ draft }) => draft))
    return { rows: drafts.map(({ row, saved }, at) => ({ row, saved, id: ids[at] ?? '' })), words }
  }
  #fromCurrentDays({ driver, targets }: RowEdit): RowEdit {
    const current = (target: DayTarget): DayTarget => {
      const { date, to, untouched } = target
      const was = this.#ports.dayNow(driver.id, date, target.was)
      return { date, was, to: to && untouched && was ? { ...to, [untouched]: was[untouched] } : to }
    }
    return { driver, targets: targets.map(current) }
  }
  #set(done: EditStep[], undone: EditStep[]): void {
    this.#done = done
    this.#undone = undone
    const state = { canUndo: done.length > 0, canRedo: undone.length > 0 }
    if (state.canUndo === this.#state.canUndo && state.canRedo === this.#state.canRedo) return
    this.#state = state
    for (const listener of [...this.#listeners]) listener()
  }
  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const own = this.#queue.then(work)
    this.#queue = own.catch(() => undefined)
    return own
  }
}

async function isAllowed(firing: readonly RowEdit[], confirmFiring?: ConfirmFiring): Promise<boolean> {
  return firing.length === 0 || confirmFiring === undefined || confirmFiring(firing)
}
