import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { NotSaved } from '#src/offline/outbox/save/not-saved.ts'
import type { OfflineRun, OpenTab } from './offline-run.ts'
import { type SetInput, secretOf, THINGS } from './offline-things.ts'
import { submitTo } from './submit-to.ts'

/** The numbers that an entry speaks of: its own, and those that were merged into it. */
export function editsIn(input: unknown): { readonly edit: number; readonly covers: readonly number[] } {
  const { edit, covers = [] } = input as { edit: number; covers?: readonly number[] }
  return { edit, covers }
}
export const conflictsIn = (at: OpenTab): readonly OutboxEntry[] =>
  at.outbox.memory.snapshot().entries.filter(({ state }) => state === 'conflict')

const PHOTO = 'x'.repeat(64)
/** The device could not say whether the change is kept: both is well. */
const isOpen = (error: unknown) => error instanceof NotSaved && error.message.includes('could not take it back')

/** The same things, the first alone, or the first and another. */
function otherThings({ things }: SetInput, pick: number): string[] {
  const first = things.slice(0, 1)
  const another = THINGS[Math.floor(pick / 3) % THINGS.length] ?? 'a'
  return [things, first, [...new Set([...first, another])]][pick % 3] ?? things
}

/** What a person does in a tab, and what of it goes into the ledger. */
export class PersonsActs {
  readonly #run: OfflineRun

  constructor(run: OfflineRun) {
    this.#run = run
  }

  edit(at: OpenTab, things: readonly string[], field: string): void {
    const { ledger } = this.#run
    const edit = ledger.newEdit(at.user)
    const [command, input] = at.app.set(edit, things, field)
    this.#keep(edit, submitTo(at.outbox.acts, command, input as never, this.#run.seen(at.user, things[0] ?? '')))
  }
  note(at: OpenTab, thing: string): void {
    const edit = this.#run.ledger.newEdit(at.user)
    this.#keep(edit, submitTo(at.outbox.acts, at.app.note, { edit, thing, secret: secretOf(edit) }, null))
  }
  show(at: OpenTab, thing: string): void {
    const { ledger } = this.#run
    const edit = ledger.newEdit(at.user)
    const upload = this.#run.uuid()
    const file = { field: 'photo', file: new Blob([PHOTO]), name: 'photo.jpg', id: upload }
    const input = { edit, thing, upload }
    this.#keep(edit, submitTo(at.outbox.acts, at.app.show, input, this.#run.seen(at.user, thing), [file]))
  }

  /** The person is shown what was stored before the sign-in, and says that it is to be sent. */
  letGo(at: OpenTab): void {
    const { held } = at.outbox.memory.snapshot()
    if (held === null) return
    this.#run.signIns.letGo(at.user)
    this.#tell(at.outbox.acts.releaseHeld(held.upTo), 'let_go')
  }
  retry(at: OpenTab, pick: number): void {
    const entry = this.#picked(at, pick)
    if (entry) this.#tell(at.outbox.acts.retry(entry.id), 'retried')
  }
  discard(at: OpenTab, pick: number): void {
    const entry = this.#picked(at, pick)
    if (!entry) return
    // A death in the middle leaves open which it is; so does one that was sent before.
    const release = this.#release(entry)
    this.#tell(at.outbox.acts.discard(entry.id), 'discarded', release)
  }
  undo(at: OpenTab, pick: number): void {
    const { ledger } = this.#run
    const done = [...this.#disk(at).content.fates.values()].flatMap((fate) =>
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
      (came) => {
        ledger.count(came)
        release()
        if (came === 'sent_back') {
          unrestore()
          ledger.accepted.add(inverse)
          return
        }
        ledger.owners.delete(inverse)
        // By the disk: it may have moved on since it was picked.
        const isStep = this.#disk(at).content.fates.get(entry.id)?.state === 'replaced'
        ledger.withdraw(isStep ? [edit] : [edit, ...covers])
        if (isStep) ledger.count('stepped back')
        else unrestore()
      },
      (error: unknown) => {
        if (!isOpen(error)) stays()
      },
    )
  }
  /** It says something else from now on, perhaps of other things beside its first. */
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
    if (take === 'mine') this.#tell(at.outbox.acts.resolveConflict(entry.id, { [field]: { take } }), 'mine')
    if (take === 'theirs') {
      const acting = at.outbox.acts.resolveConflict(entry.id, { [field]: { take } })
      this.#tell(acting, 'theirs', this.#release(entry))
    }
    if (take === 'value') {
      this.#restate(at, entry, 'value', (input) =>
        at.outbox.acts.resolveConflict(entry.id, { [field]: { take, value: editsIn(input).edit } }),
      )
    }
  }

  /** A change says something else from now on: it goes by another number. */
  #restate(at: OpenTab, entry: OutboxEntry, what: string, act: (input: unknown) => Promise<void>): void {
    const { ledger } = this.#run
    const input: unknown = at.registry.readUncached(entry)?.input
    if (entry.command !== 'things.set' || !input) return
    const { edit } = editsIn(input)
    const next = ledger.newEdit(at.user)
    // What concerned other things before goes on doing so under its new number.
    if (ledger.moved.has(edit)) ledger.moved.add(next)
    const release = ledger.release([edit])
    act({ ...input, edit: next }).then(
      () => {
        ledger.count(what)
        release()
        ledger.accepted.add(next)
        ledger.withdraw([edit])
      },
      (error: unknown) => {
        if (isOpen(error)) return
        release()
        ledger.rejected.add(next)
      },
    )
  }
  /** Taking a step back may bring back what it was edited from; answers how to say that it did not. */
  #restored(entry: OutboxEntry): () => void {
    const { ledger } = this.#run
    const before = entry.earlier.at(-1)
    if (!before) return () => undefined
    const { edit } = editsIn(before.input)
    const wasWithdrawn = ledger.restore(edit)
    const stayed = ledger.restoring(edit)
    return () => {
      stayed()
      if (wasWithdrawn) ledger.withdraw([edit])
    }
  }
  #release(entry: OutboxEntry): () => void {
    const { edit, covers } = editsIn(entry.input)
    return this.#run.ledger.release([edit, ...covers])
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
        if (!isOpen(error)) ledger.rejected.add(edit)
      },
    )
  }
  /** Too late, or no disk to write it on: the person sees that, and nothing has changed. */
  #tell(acting: Promise<unknown>, what: string, otherwise?: () => void): void {
    acting.then(
      () => this.#run.ledger.count(what),
      (error: unknown) => {
        if (!isOpen(error)) otherwise?.()
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
