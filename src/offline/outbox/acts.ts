import type { Access } from '#contract/wire/access.ts'
import type { Registry } from './entry/registry.ts'
import { leaveToNextSignal } from './leave-to-next-signal.ts'
import type { Meta, OutboxPorts, Signal } from './ports.ts'
import { noteReleased } from './repair/loss-marker-note.ts'
import { enqueue } from './save/enqueue.ts'
import { type NewChangeWithFiles, readChosenFiles } from './save/stored-files.ts'
import { toNotSaved } from './save/why-not-saved.ts'
import type { Replay } from './send/replay.ts'
import { discardEntry, retryEntry } from './settle/decide.ts'
import {
  type ChangesExport,
  type EndedChange,
  endedChanges,
  exportChanges,
  forgetEnded,
  requiredAccess,
} from './settle/ended-changes.ts'
import type { FieldChoices } from './settle/field-choices.ts'
import { resolveByFields, reviseEntry } from './settle/revise.ts'
import { type UndoResult, undoEntry } from './settle/undo.ts'
import type { Memory } from './show/memory.ts'

/** How long an undo waits for an attempt in progress. On a hanging network, saving the inverse now is better. */
const MAX_UNDO_WAIT_MS = 500

export interface ShownPhoto {
  readonly bytes: Blob
  /** Only the small version is on this device. */
  readonly isSmall: boolean
}

/** The parts of the engine that acts use. */
export interface ActDeps {
  readonly ports: OutboxPorts
  readonly user: string
  readonly registry: Registry
  readonly memory: Memory
  readonly replay: Pick<Replay, 'withEntrySuspended' | 'kick' | 'resume'>
  /** Runs an act after the outbox has started; `stop` waits for it. Rejects when device storage can't be used. */
  readonly runAct: <T>(work: () => Promise<T>) => Promise<T>
  /** Notifies other tabs of the changed entries and reads them in this tab. */
  readonly announce: (seqs: readonly number[]) => Promise<void>
  /** Like `announce`, when the changed entries are unknown: every tab reads everything. */
  readonly announceAll: () => Promise<void>
  readonly handleSignal: (signal: Signal) => void
}

/**
 * Everything a user does with the changes of one outbox. Each act is declared here and nowhere else. The app calls acts
 * through `openedOutbox` or `outboxIfOpen`. This file loads only once a user is signed in.
 */
export class Acts {
  readonly #deps: ActDeps

  constructor(deps: ActDeps) {
    this.#deps = deps
  }

  /**
   * Saves changes on this device and sends them as soon as possible. Resolves when all of them are in both copies
   * ("Saved on this device"), with an id for each, which `undo` accepts. Throws NotSaved, with text for the user, when
   * the device can't store them; then none of them is saved, except one that another tab has begun to send. A new
   * change may be merged into a waiting change that was never sent. With `mayMerge: false` each change stays an entry
   * of its own, so that it can be discarded alone.
   */
  submitAll(changes: readonly NewChangeWithFiles[], { mayMerge = true } = {}): Promise<readonly string[]> {
    const { ports, user, registry, replay, runAct, announce } = this.#deps
    // Files are read immediately, before anything else is awaited.
    const reading = Promise.all(changes.map(({ files = [] }) => readChosenFiles(files, ports.ids)))
    // `runAct` may await `reading` late or never. Without this handler, its rejection would be reported as unhandled.
    reading.catch(() => undefined)
    return runAct(async () => {
      const fileSets = await reading
      const toSave = changes.map((change, at) => ({ ...change, files: fileSets[at] ?? [], mayMerge }))
      const entries = await enqueue(ports, user, registry, toSave)
      // The changes are saved, even if this tab can't show them right now.
      await announce(entries.map(({ seq }) => seq)).catch(leaveToNextSignal)
      replay.kick()
      return entries.map(({ id }) => id)
    }).catch((error: unknown) => {
      throw toNotSaved(error)
    })
  }
  /** The bytes of a waiting file; undefined when this device does not have the file, or no longer has it. */
  file(id: string): Promise<Blob | undefined> {
    return this.#deps.ports.store.read((tx) => tx.file(id))
  }
  /**
   * A photo of a change to look at: the waiting file, or, when the server has it, the small version stored on this
   * device. Undefined when this device has neither.
   */
  async photo(id: string): Promise<ShownPhoto | undefined> {
    const waiting = await this.file(id)
    if (waiting) return { bytes: waiting, isSmall: false }
    const { ports, memory } = this.#deps
    const sent = memory.settled().flatMap(({ files }) => files)
    const path = sent.find((file) => file.id === id)?.smallVersionPath
    const small = path === undefined ? null : await ports.photos.find(path)
    return small ? { bytes: small, isSmall: true } : undefined
  }
  /**
   * Undoes a change. A change that the server can't have is removed, or only its last merge or edit is undone. For a
   * change that may have reached the server, or is done, the inverse is saved as a new change. Throws TooLate;
   * CannotUndo, with text for the user, when no inverse exists; NotSaved when the device can't store the inverse.
   */
  undo(id: string): Promise<UndoResult['outcome']> {
    const { ports, user, registry, memory, replay, runAct, announce } = this.#deps
    return runAct(() => {
      const { seq } = memory.snapshot().entries.find((entry) => entry.id === id) ?? {}
      return replay.withEntrySuspended(seq ?? null, MAX_UNDO_WAIT_MS, async () => {
        const { outcome, seqs } = await undoEntry(ports, user, registry, id)
        await announce(seqs).catch(leaveToNextSignal)
        return outcome
      })
    })
  }
  /**
   * Edits a change that was never sent, was refused, waits for the password, or conflicts. The change keeps its place
   * in the order and gets a new id. Throws TooLate, and NotSaved with text for the user when the command refuses the
   * input.
   */
  revise(id: string, input: unknown): Promise<void> {
    const { ports, user, registry } = this.#deps
    return this.#runDecision(() => reviseEntry(ports, user, registry, id, input))
  }
  /**
   * Resolves a conflict field by field. `choices` is keyed by the first name of each field; a field without a choice
   * keeps the user's value. Choosing "theirs" for every field discards the change. Throws TooLate or NotSaved.
   */
  resolveConflict(id: string, choices: FieldChoices): Promise<void> {
    const { ports, user, registry } = this.#deps
    return this.#runDecision(async () => {
      const seqs = await resolveByFields(ports, user, registry, id, choices)
      return seqs ?? discardEntry(ports, user, registry, id)
    })
  }
  /** Tries a change again at the user's request. For a conflict this means "keep mine". Throws TooLate. */
  retry(id: string): Promise<void> {
    const { ports, user } = this.#deps
    return this.#runDecision(() => retryEntry(ports, user, id))
  }
  /** Discards a change at the user's request. Throws TooLate when the change is being sent or is settled. */
  discard(id: string): Promise<void> {
    const { ports, user, registry, replay, runAct, announce } = this.#deps
    return runAct(async () => {
      await announce(await discardEntry(ports, user, registry, id))
      replay.kick()
    })
  }
  /** Ended changes with stored content, newest first: at most 500, at most 90 days old, and only of this sign-in. */
  endedChanges(limit = 500): Promise<readonly EndedChange[]> {
    return this.#deps.runAct(() => endedChanges(this.#deps.ports.store, limit))
  }
  /** All changes on this device, ended ones included, as plain data. Files by name and size only; no secrets. */
  exportChanges(): Promise<ChangesExport> {
    const { ports, user, registry, runAct } = this.#deps
    return runAct(() => exportChanges(ports.store, user, registry))
  }
  /**
   * Forgets the contents of ended changes whose required access the user has lost. `isGone` judges the required
   * access of a change; it gets undefined for a change that this version does not know. Unsettled changes stay.
   */
  forgetInaccessible(isGone: (access: Access | undefined) => boolean): Promise<void> {
    const { ports, registry, runAct, announce } = this.#deps
    return runAct(async () => {
      await announce(await forgetEnded(ports.store, (entry) => isGone(requiredAccess(registry, entry))))
    })
  }
  /** The user has read the notice that changes were lost. */
  dismissLoss(): Promise<void> {
    return this.#updateMeta((meta) => ({ ...meta, loss: null }))
  }
  /**
   * Releases all held entries if none is above `upTo`, the last one that the user was shown. Otherwise more entries
   * have been held since, and none is released.
   */
  async releaseHeld(upTo: number): Promise<void> {
    await this.#updateMeta((meta) => ((meta.heldUpTo ?? 0) > upTo ? meta : { ...meta, heldUpTo: 0 }))
    noteReleased(this.#deps.ports.lossMarker, upTo)
  }
  /** Retries entries that wait for the network; `signed_in`: also entries that wait for a sign-in or the password. */
  sendNow(reason: 'online' | 'signed_in' = 'online'): void {
    this.#deps.handleSignal(reason)
  }

  /** Runs a decision and then sends immediately. `work` returns the sequence numbers of the entries that changed. */
  #runDecision(work: () => Promise<readonly number[]>): Promise<void> {
    const { replay, runAct, announce } = this.#deps
    return runAct(async () => {
      await announce(await work())
      replay.resume()
    })
  }
  #updateMeta(change: (meta: Meta) => Meta): Promise<void> {
    const { ports, replay, runAct, announceAll } = this.#deps
    return runAct(async () => {
      await ports.store.write(async (tx) => tx.putMeta(change(await tx.meta())))
      await announceAll()
      replay.kick()
    })
  }
}
