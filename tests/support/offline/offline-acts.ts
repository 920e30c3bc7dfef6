import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { NotSaved } from '#src/offline/outbox/save/not-saved.ts'
import type { OfflineRun, OpenTab } from './offline-run.ts'
import { type SetInput, secretOf, THINGS } from './offline-things.ts'
import { submitChange } from './submit-change.ts'

/** The edits of an entry: its own, and those that were merged into it. */
export function editsIn(input: unknown): { readonly edit: number; readonly covers: readonly number[] } {
  const { edit, covers = [] } = input as { edit: number; covers?: readonly number[] }
  return { edit, covers }
}
export const conflictsIn = (at: OpenTab): readonly OutboxEntry[] =>
  at.outbox.memory.snapshot().entries.filter(({ state }) => state === 'conflict')

const PHOTO = 'x'.repeat(64)
/** The device could not tell whether the change is saved: both outcomes are right. */
const isOutcomeUnknown = (error: unknown) =>
  error instanceof NotSaved && error.message.includes('could not take it back')

/** The same things, only the first, or the first and another one. */
function otherThings({ things }: SetInput, pick: number): string[] {
  const first = things.slice(0, 1)
  const another = THINGS[Math.floor(pick / 3) % THINGS.length] ?? 'a'
  return [things, first, [...new Set([...first, another])]][pick % 3] ?? things
}

/** The user's actions in a tab. Each records in the ledger what the user was shown. */
export class UserActs {
  readonly #run: OfflineRun

  constructor(run: OfflineRun) {
    this.#run = run
  }

  edit(at: OpenTab, things: readonly string[], field: string): void {
    const { ledger } = this.#run
    const edit = ledger.newEdit(at.user)
    const [command, input] = at.app.set(edit, things, field)
    this.#keep(edit, submitChange(at.outbox.acts, command, input as never, this.#run.seen(at.user, things[0] ?? '')))
  }
  note(at: OpenTab, thing: string): void {
    const edit = this.#run.ledger.newEdit(at.user)
    this.#keep(edit, submitChange(at.outbox.acts, at.app.note, { edit, thing, secret: secretOf(edit) }, null))
  }
  show(at: OpenTab, thing: string): void {
    const { ledger } = this.#run
    const edit = ledger.newEdit(at.user)
    const upload = this.#run.uuid()
    const file = { field: 'photo', file: new Blob([PHOTO]), name: 'photo.jpg', id: upload }
    const input = { edit, thing, upload }
    this.#keep(edit, submitChange(at.outbox.acts, at.app.show, input, this.#run.seen(at.user, thing), [file]))
  }

  /** The user sees the changes held since before the sign-in, and says Send. */
  releaseHeld(at: OpenTab): void {
    const { held } = at.outbox.memory.snapshot()
    if (held === null) return
    this.#run.signIns.releaseHeld(at.user)
    this.#countOutcome(at.outbox.acts.releaseHeld(held.upTo), 'let_go')
  }
  retry(at: OpenTab, pick: number): void {
    const entry = this.#picked(at, pick)
    if (entry) this.#countOutcome(at.outbox.acts.retry(entry.id), 'retried')
  }
  discard(at: OpenTab, pick: number): void {
    const entry = this.#picked(at, pick)
    if (!entry) return
    // If the tab dies meanwhile, or the change was sent before, both outcomes are right.
    const release = this.#release(entry)
    this.#countOutcome(at.outbox.acts.discard(entry.id), 'discarded', release)
  }
  undo(at: OpenTab, pick: number): void {
    const { ledger } = this.#run
    const done = [...this.#disk(at).content.finalStates.values()].flatMap((fate) =>
      fate.state === 'done' && fate.entry ? [fate.entry] : [],
    )
    const entry = this.#picked(at, pick, done)
    if (!entry) return
    const { edit, covers } = editsIn(entry.input)
    const inverse = ledger.newInverse(edit, at.user)
    if (inverse === null) return
    const release = this.#release(entry)
    const unrestore = this.#restored(entry)
    const stays = () => {
      release()
      unrestore()
      ledger.owners.delete(inverse)
    }
    at.outbox.acts.undo(entry.id).then(
      (outcome) => {
        ledger.count(outcome)
        release()
        if (outcome === 'sent_back') {
          unrestore()
          ledger.accepted.add(inverse)
          return
        }
        ledger.owners.delete(inverse)
        // Read from the disk: the entry may have changed since it was picked.
        const isStep = this.#disk(at).content.finalStates.get(entry.id)?.state === 'replaced'
        ledger.withdraw(isStep ? [edit] : [edit, ...covers])
        if (isStep) ledger.count('stepped back')
        else unrestore()
      },
      (error: unknown) => {
        if (!isOutcomeUnknown(error)) stays()
      },
    )
  }
  /** Edits a waiting change, perhaps so that it touches other things. */
  revise(at: OpenTab, pick: number): void {
    const { ledger } = this.#run
    const entry = this.#picked(at, pick)
    if (!entry) return
    this.#restate(at, entry, 'revised', (input) => {
      const next = { ...(input as SetInput), things: otherThings(entry.input as SetInput, pick) }
      const isMoved = next.things.join() !== (entry.input as SetInput).things.join()
      if (isMoved) for (const one of [entry.input, next]) ledger.moved.add(editsIn(one).edit)
      return at.outbox.acts.revise(entry.id, next).then(() => ledger.count(isMoved ? 'moved' : 'stayed'))
    })
  }
  settle(at: OpenTab, entry: OutboxEntry | undefined, take: 'theirs' | 'mine' | 'value'): void {
    if (!entry) return
    const { field = '' } = entry.input as { field?: string }
    if (take === 'mine') this.#countOutcome(at.outbox.acts.resolveConflict(entry.id, { [field]: { take } }), 'mine')
    if (take === 'theirs') {
      const acting = at.outbox.acts.resolveConflict(entry.id, { [field]: { take } })
      this.#countOutcome(acting, 'theirs', this.#release(entry))
    }
    if (take === 'value') {
      this.#restate(at, entry, 'value', (input) =>
        at.outbox.acts.resolveConflict(entry.id, { [field]: { take, value: editsIn(input).edit } }),
      )
    }
  }

  /** Replaces a change by an edited one, which gets a new edit number. `outcome`: its name in the tally. */
  #restate(at: OpenTab, entry: OutboxEntry, outcome: string, act: (input: unknown) => Promise<void>): void {
    const { ledger } = this.#run
    const input: unknown = at.registry.readUncached(entry)?.input
    if (entry.command !== 'things.set' || !input) return
    const { edit } = editsIn(input)
    const next = ledger.newEdit(at.user)
    // If the change was moved to other things before, this also holds for its new number.
    if (ledger.moved.has(edit)) ledger.moved.add(next)
    const release = ledger.beginWithdrawal([edit])
    act({ ...input, edit: next }).then(
      () => {
        ledger.count(outcome)
        release()
        ledger.accepted.add(next)
        ledger.withdraw([edit])
      },
      (error: unknown) => {
        if (isOutcomeUnknown(error)) return
        release()
        ledger.rejected.add(next)
      },
    )
  }
  /**
   * Undoing an edit may restore the previous state of the change. Returns the function that reports that it did not.
   */
  #restored(entry: OutboxEntry): () => void {
    const { ledger } = this.#run
    const before = entry.earlier.at(-1)
    if (!before) return () => undefined
    const { edit } = editsIn(before.input)
    const wasWithdrawn = ledger.restore(edit)
    const stayed = ledger.beginRestore(edit)
    return () => {
      stayed()
      if (wasWithdrawn) ledger.withdraw([edit])
    }
  }
  #release(entry: OutboxEntry): () => void {
    const { edit, covers } = editsIn(entry.input)
    return this.#run.ledger.beginWithdrawal([edit, ...covers])
  }
  #keep(edit: number, saving: Promise<unknown>): void {
    const { ledger } = this.#run
    saving.then(
      () => {
        ledger.accepted.add(edit)
        ledger.count('accepted')
      },
      (error: unknown) => {
        if (!(error instanceof NotSaved)) throw error
        ledger.count('not kept')
        if (!isOutcomeUnknown(error)) ledger.rejected.add(edit)
      },
    )
  }
  /**
   * Counts an action that succeeded. `onFailure` runs when the action came too late or could not be written: the user
   * sees that, and nothing has changed.
   */
  #countOutcome(acting: Promise<unknown>, outcome: string, onFailure?: () => void): void {
    acting.then(
      () => this.#run.ledger.count(outcome),
      (error: unknown) => {
        if (!isOutcomeUnknown(error)) onFailure?.()
      },
    )
  }
  #picked(at: OpenTab, pick: number, more: readonly OutboxEntry[] = []): OutboxEntry | undefined {
    const entries = [...at.outbox.memory.snapshot().entries, ...more]
    return entries[pick % Math.max(1, entries.length)]
  }
  #disk(at: OpenTab) {
    return this.#run.disk(at.user)
  }
}
