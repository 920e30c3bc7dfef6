import { INVERSE } from './offline-things.ts'

/** What users did in a run, and what the app showed them. The verdict uses it. Changes are named by edit number. */
export class Ledger {
  /** The user of each change. */
  readonly owners = new Map<number, string>()
  /** Changes shown as saved. */
  readonly accepted = new Set<number>()
  /** Changes shown as not saved. */
  readonly rejected = new Set<number>()
  /** Changes shown as taken back: the server must not have them. */
  readonly withdrawn = new Set<number>()
  /** Changes that were edited to touch other things: later changes of those things may be sent before them. */
  readonly moved = new Set<number>()
  /** How often each outcome of an action occurred: a run in which nothing happens proves nothing. */
  readonly tally = new Map<string, number>()
  /** By edit: the number of actions that may have taken it back, with an unknown outcome. Both outcomes are right. */
  readonly #released = new Map<number, number>()
  /** By edit: the number of actions that may have restored it, with an unknown outcome. It may exist again. */
  readonly #restoring = new Map<number, number>()
  #last = 0

  newEdit(user: string): number {
    this.#last += 1
    this.owners.set(this.#last, user)
    return this.#last
  }
  /** The edit number of a change that undoes another one; null when an undo has begun or succeeded. */
  newInverse(edit: number, user: string): number | null {
    const inverse = edit + INVERSE
    if (this.owners.has(inverse) && !this.rejected.has(inverse)) return null
    this.rejected.delete(inverse)
    this.owners.set(inverse, user)
    return inverse
  }
  count(outcome: string): void {
    this.tally.set(outcome, (this.tally.get(outcome) ?? 0) + 1)
  }

  /** An action begins that may take changes back. Returns the function that reports the end of this uncertainty. */
  beginWithdrawal(edits: readonly number[]): () => void {
    for (const edit of edits) this.#released.set(edit, (this.#released.get(edit) ?? 0) + 1)
    return () => {
      for (const edit of edits) this.#released.set(edit, (this.#released.get(edit) ?? 1) - 1)
    }
  }
  mayBeWithdrawn(edit: number): boolean {
    return (this.#released.get(edit) ?? 0) > 0
  }
  /** The changes are taken back, and the user was shown so. */
  withdraw(edits: readonly number[]): void {
    for (const edit of edits) this.withdrawn.add(edit)
  }
  /** The change may exist again, because a later edit of it is undone. Returns whether it was withdrawn. */
  restore(edit: number): boolean {
    return this.withdrawn.delete(edit)
  }
  /** An action begins that may restore a change. Returns the function that reports that it did not. */
  beginRestore(edit: number): () => void {
    const release = this.beginWithdrawal([edit])
    this.#restoring.set(edit, (this.#restoring.get(edit) ?? 0) + 1)
    return () => {
      this.#restoring.set(edit, (this.#restoring.get(edit) ?? 1) - 1)
      release()
    }
  }
  mayBeRestored(edit: number): boolean {
    return (this.#restoring.get(edit) ?? 0) > 0
  }
}
