import type { Access } from '#contract/wire/access.ts'
import type { Registry } from './entry/registry.ts'
import type { Meta, OutboxPorts, Signal } from './ports.ts'
import { noteLetGo } from './repair/loss-marker-note.ts'
import { enqueue } from './save/enqueue.ts'
import { type Given, readGiven } from './save/stored-files.ts'
import { notSaved } from './save/why-not-saved.ts'
import type { Replay } from './send/replay.ts'
import { discardEntry, retryEntry } from './settle/decide.ts'
import { accessTo, type DoneChange, doneChanges, forgetDone, type KeptChanges, keptChanges } from './settle/done.ts'
import type { FieldChoices } from './settle/field-choices.ts'
import { reviseEntry, settleByFields } from './settle/revise.ts'
import { type Undone, undoEntry } from './settle/undo.ts'
import type { Memory } from './show/memory.ts'

/** How long an undo waits for an attempt that is under way; on a network that hangs it is better kept at once. */
const UNDO_WAITS_MS = 500

/** What an act works with: the engine's own parts. */
export interface ActDeps {
  readonly ports: OutboxPorts
  readonly user: string
  readonly registry: Registry
  readonly memory: Memory
  readonly replay: Pick<Replay, 'heldBack' | 'kick' | 'resume'>
  /** Runs an act once the outbox has started; the end waits for it. Rejects when this device's storage can't be used. */
  readonly act: <T>(work: () => Promise<T>) => Promise<T>
  /** Tells other tabs, and reads here, what has changed. */
  readonly changed: (seqs: readonly number[]) => Promise<void>
  /** As `changed`, where it is not known which entries did. */
  readonly changedAll: () => Promise<void>
  readonly hear: (signal: Signal) => void
}

/**
 * What a person does with the changes of one outbox. Each act is declared here and nowhere else. The app calls it through
 * `openedOutbox` or `outboxIfOpen`. No act is part of the first screen.
 */
export class Acts {
  readonly #deps: ActDeps

  constructor(deps: ActDeps) {
    this.#deps = deps
  }

  /**
   * Keeps changes on this device and sends them as soon as that is possible. Resolves when all of them are stored in both
   * places ("Saved on this device"), with the id of each, by which it can be taken back. Throws NotKept, with words for the
   * person, when the device can't store them, and then none of them is kept. A change that waits and has never been sent may
   * become one with a new one. Without `mayMerge` none does, so that each can be given up by itself.
   */
  submitAll(given: readonly Given[], { mayMerge = true } = {}): Promise<readonly string[]> {
    const { ports, user, registry, replay, act, changed } = this.#deps
    // At once, whatever else has to be waited for.
    const reading = Promise.all(given.map(({ files = [] }) => readGiven(files, ports.ids)))
    // Told by the act below, unless something else goes wrong before.
    reading.catch(() => undefined)
    return act(async () => {
      const read = await reading
      const drafts = given.map((draft, at) => ({ ...draft, files: read[at] ?? [], mayMerge }))
      const entries = await enqueue(ports, user, registry, drafts)
      // They are kept, whether or not this tab can show that right now.
      await changed(entries.map(({ seq }) => seq)).catch(leaveToNextSignal)
      replay.kick()
      return entries.map(({ id }) => id)
    }).catch((error: unknown) => {
      throw notSaved(error)
    })
  }
  /** The bytes of a file that waits on this device; undefined when it does not, any more or here. */
  file(id: string): Promise<Blob | undefined> {
    return this.#deps.ports.store.read((tx) => tx.file(id))
  }
  /**
   * Takes a change back. One that the server can't have is taken out, or the last thing merged into it is; of one that may
   * have reached the server, or is done, the inverse is kept as a change of its own. Throws TooLate; CannotUndo, with words,
   * when nothing puts it back; NotKept when the device can't store that.
   */
  undo(id: string): Promise<Undone['came']> {
    const { ports, user, registry, memory, replay, act, changed } = this.#deps
    return act(() => {
      const { seq } = memory.snapshot().entries.find((entry) => entry.id === id) ?? {}
      return replay.heldBack(seq ?? null, UNDO_WAITS_MS, async () => {
        const { came, seqs } = await undoEntry(ports, user, registry, id)
        await changed(seqs).catch(leaveToNextSignal)
        return came
      })
    })
  }
  /**
   * Lets a change say something else: one that waits and was never sent, was refused, waits for the password, or conflicts.
   * It keeps its place in the order and gets a new id. Throws TooLate, and NotKept with words when its command refuses the
   * input.
   */
  revise(id: string, input: unknown): Promise<void> {
    const { ports, user, registry } = this.#deps
    return this.#decide(() => reviseEntry(ports, user, registry, id, input))
  }
  /**
   * Settles a conflict field by field, by the first name of each; what is not named stays mine. All theirs discards the
   * change. Throws TooLate or NotKept.
   */
  settleConflict(id: string, picks: FieldChoices): Promise<void> {
    const { ports, user, registry } = this.#deps
    return this.#decide(async () => {
      const seqs = await settleByFields(ports, user, registry, id, picks)
      return seqs ?? discardEntry(ports, user, registry, id)
    })
  }
  /** Tries a change again, by a person's word. After a conflict that word is "mine". Throws TooLate. */
  retry(id: string): Promise<void> {
    const { ports, user } = this.#deps
    return this.#decide(() => retryEntry(ports, user, id))
  }
  /** Takes a change back, by a person's word. Throws TooLate when it is on its way or settled. */
  discard(id: string): Promise<void> {
    const { ports, user, registry, replay, act, changed } = this.#deps
    return act(async () => {
      await changed(await discardEntry(ports, user, registry, id))
      replay.kick()
    })
  }
  /** What is over, newest first, as far as its content is kept: the last 500, or 90 days, of this sign-in. */
  doneChanges(limit = 500): Promise<readonly DoneChange[]> {
    return this.#deps.act(() => doneChanges(this.#deps.ports.store, limit))
  }
  /** All changes that this device keeps, those that are over included, as plain data: of files names and sizes, no secrets. */
  keptChanges(): Promise<KeptChanges> {
    const { ports, user, registry, act } = this.#deps
    return act(() => keptChanges(ports.store, user, registry))
  }
  /**
   * Forgets what settled changes said that took what the person has no more: `isGone` judges what each takes, undefined of
   * one that this version does not know. What waits stays.
   */
  forgetLost(isGone: (access: Access | undefined) => boolean): Promise<void> {
    const { ports, registry, act, changed } = this.#deps
    return act(async () => {
      await changed(await forgetDone(ports.store, (entry) => isGone(accessTo(registry, entry))))
    })
  }
  /** The person has read that changes were lost. */
  dismissLoss(): Promise<void> {
    return this.#note((meta) => ({ ...meta, loss: null }))
  }
  /** What was stored before the person signed in, up to this number, may be sent: the person was shown that it is there. */
  async releaseHeld(upTo: number): Promise<void> {
    await this.#note((meta) => ((meta.heldUpTo ?? 0) > upTo ? meta : { ...meta, heldUpTo: 0 }))
    noteLetGo(this.#deps.ports.lossMarker, upTo)
  }
  /** Does not wait any longer for what waits for the network; `signed_in`: nor for the password, which was just given. */
  sendNow(since: 'online' | 'signed_in' = 'online'): void {
    this.#deps.hear(since)
  }

  /** An act upon which what waits is tried anew at once; `work` answers the numbers of the entries that changed. */
  #decide(work: () => Promise<readonly number[]>): Promise<void> {
    const { replay, act, changed } = this.#deps
    return act(async () => {
      await changed(await work())
      replay.resume()
    })
  }
  #note(change: (meta: Meta) => Meta): Promise<void> {
    const { ports, replay, act, changedAll } = this.#deps
    return act(async () => {
      await ports.store.write(async (tx) => tx.putMeta(change(await tx.meta())))
      await changedAll()
      replay.kick()
    })
  }
}

/** The disk did not let us look. Nothing is lost by it: the next signal, message or act looks again. */
export const leaveToNextSignal = (): void => undefined
