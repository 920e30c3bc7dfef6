import type { Access } from '#contract/wire/access.ts'
import { type Command, type Draft, draftOf } from '../command.ts'
import type { Registry } from './entry/registry.ts'
import { enqueue } from './keep/enqueue.ts'
import { type GivenFile, readGiven } from './keep/kept-files.ts'
import { brokenReason, notKept } from './keep/why-not-kept.ts'
import { NumberCheck } from './mend/check-numbers.ts'
import { unconfirmedOf } from './mend/losses.ts'
import { reconcile } from './mend/reconcile.ts'
import { noteLetGo } from './mend/witness-note.ts'
import type { Message, Meta, OutboxPorts, Signal } from './ports.ts'
import { letGoOnline, letGoSignedIn, waitsForNetwork } from './send/let-go.ts'
import { Replay } from './send/replay.ts'
import { discardEntry, retryEntry } from './settle/decide.ts'
import { accessTo, type DoneChange, doneChanges, forgetDone, type KeptChanges, keptChanges } from './settle/done.ts'
import type { Picks } from './settle/picks.ts'
import { reviseEntry, settleByFields } from './settle/revise.ts'
import { Settling } from './settle/settling.ts'
import { type Undone, undoEntry } from './settle/undo.ts'
import { Memory } from './show/memory.ts'

/** A change, with the files that the person gave for it. */
export interface Given extends Draft {
  readonly files?: readonly GivenFile[]
}

/** How long an undo waits for an attempt that is under way; on a network that hangs it is better kept at once. */
const UNDO_WAITS_MS = 500

/** One person's outbox in one tab: opens itself, and sends by itself whatever waits. */
export class Outbox {
  readonly memory: Memory
  readonly #user: string
  readonly #ports: OutboxPorts
  readonly #registry: Registry
  readonly #settling: Settling
  readonly #replay: Replay
  readonly #numbers: NumberCheck
  readonly #acts = new Set<Promise<unknown>>()
  readonly #stops: (() => void)[]
  #booting: Promise<void> | null = null
  #isStopped = false

  constructor(user: string, ports: OutboxPorts, registry: Registry) {
    this.#user = user
    this.#ports = ports
    this.#registry = registry
    const memory = new Memory(ports, registry)
    this.memory = memory
    this.#settling = new Settling({ ports, registry, memory })
    const [changed, reread] = [this.#changed.bind(this), memory.refresh.bind(memory)]
    this.#replay = new Replay({ ports, user, registry, memory, changed, reread })
    this.#numbers = new NumberCheck(ports, user, () => this.#changedAll())
    this.#stops = [ports.signals.listen((signal) => this.#hear(signal))]
    ports.channel.listen((message) => this.#take(message))
    this.ready().catch(leaveToNextSignal)
  }

  /** Resolves when both copies agree and what waits is known; rejects when this device's storage can't be used. */
  ready(): Promise<void> {
    this.#booting ??= this.#boot().catch((error: unknown) => {
      this.#booting = null
      const reason = brokenReason(error)
      if (reason === 'error') reportError(error)
      this.memory.setPhase('broken', reason)
      throw error
    })
    return this.#booting
  }

  /** Resolves when the change is stored in both places; rejects with NotKept. Answers the id of the entry that has it. */
  async submit<Input>(
    command: Command<Input>,
    input: Input,
    seenVersion: number | null,
    files: readonly GivenFile[] = [],
  ): Promise<string> {
    const [id] = await this.submitAll([{ ...draftOf(command, input, seenVersion), files }])
    if (id === undefined) throw new Error('nothing was enqueued')
    return id
  }
  /** The same for several that belong together: all of them are stored, or none; each by itself unless it `mayMerge`. */
  submitAll(given: readonly Given[], { mayMerge = true } = {}): Promise<readonly string[]> {
    // At once, whatever else has to be waited for.
    const reading = Promise.all(given.map(({ files = [] }) => readGiven(files, this.#ports.ids)))
    // Told by the act below, unless something else goes wrong before.
    reading.catch(() => undefined)
    return this.#act(async () => {
      const read = await reading
      const drafts = given.map((draft, at) => ({ ...draft, files: read[at] ?? [], mayMerge }))
      const entries = await enqueue(this.#ports, this.#user, this.#registry, drafts)
      // They are kept, whether or not this tab can show that right now.
      await this.#changed(entries.map(({ seq }) => seq)).catch(leaveToNextSignal)
      this.#replay.kick()
      return entries.map(({ id }) => id)
    }).catch((error: unknown) => {
      throw notKept(error)
    })
  }
  file(id: string): Promise<Blob | undefined> {
    return this.#ports.store.read((tx) => tx.file(id))
  }
  undo(id: string): Promise<Undone['came']> {
    return this.#act(() => {
      const { seq } = this.memory.snapshot().entries.find((entry) => entry.id === id) ?? {}
      return this.#replay.heldBack(seq ?? null, UNDO_WAITS_MS, async () => {
        const { came, seqs } = await undoEntry(this.#ports, this.#user, this.#registry, id)
        await this.#changed(seqs).catch(leaveToNextSignal)
        return came
      })
    })
  }
  revise(id: string, input: unknown): Promise<void> {
    return this.#act(async () => {
      await this.#changed(await reviseEntry(this.#ports, this.#user, this.#registry, id, input))
      this.#replay.resume()
    })
  }
  settleConflict(id: string, picks: Picks): Promise<void> {
    return this.#act(async () => {
      const seqs = await settleByFields(this.#ports, this.#user, this.#registry, id, picks)
      await this.#changed(seqs ?? (await discardEntry(this.#ports, this.#user, this.#registry, id)))
      this.#replay.resume()
    })
  }
  retry(id: string): Promise<void> {
    return this.#act(async () => {
      await this.#changed(await retryEntry(this.#ports, this.#user, id))
      this.#replay.resume()
    })
  }
  discard(id: string): Promise<void> {
    return this.#act(async () => {
      await this.#changed(await discardEntry(this.#ports, this.#user, this.#registry, id))
      this.#replay.kick()
    })
  }
  doneChanges(limit: number): Promise<readonly DoneChange[]> {
    return this.#act(() => doneChanges(this.#ports.store, limit))
  }
  keptChanges(): Promise<KeptChanges> {
    return this.#act(() => keptChanges(this.#ports.store, this.#user, this.#registry))
  }
  /** Forgets what those settled changes said whose making takes what `isGone` says is gone; undefined for unknown ones. */
  forgetLost(isGone: (access: Access | undefined) => boolean): Promise<void> {
    return this.#act(async () => {
      await this.#changed(await forgetDone(this.#ports.store, (entry) => isGone(accessTo(this.#registry, entry))))
    })
  }
  dismissLoss(): Promise<void> {
    return this.#note((meta) => ({ ...meta, loss: null }))
  }
  /** The person has said that what was held is to be sent: up to this number, as they were shown it. */
  async releaseHeld(upTo: number): Promise<void> {
    await this.#note((meta) => ((meta.heldUpTo ?? 0) > upTo ? meta : { ...meta, heldUpTo: 0 }))
    noteLetGo(this.#ports.witness, upTo)
  }
  /** Tries what waits for the network at once; `signed_in`: what waits for the password too, which was just given. */
  sendNow(since: 'online' | 'signed_in' = 'online'): void {
    this.#hear(since)
  }
  /** Resolves when nothing of this outbox runs any more. What waits stays on the device for its person; what is over goes. */
  async stop(): Promise<void> {
    this.#isStopped = true
    for (const stop of this.#stops) stop()
    this.#settling.stop()
    this.#numbers.stop()
    await Promise.allSettled([...this.#acts, this.#replay.stop()])
    // A disk that does not take that takes nothing else either.
    await forgetDone(this.#ports.store).catch(leaveToNextSignal)
    this.memory.setPhase('stopped')
    this.#ports.channel.close()
    this.#ports.store.close()
  }

  async #boot(): Promise<void> {
    // What is stored is shown at once: making the copies agree takes as long as the disk does.
    await this.memory.load()
    if (await reconcile(this.#ports, this.#user)) await this.#changedAll()
    await this.#changed(await letGoSignedIn(this.#ports))
    // Whoever opens the app or signs in again may have a network now: what waited for one is tried at once.
    await this.#letGoOnline().catch(leaveToNextSignal)
    if (this.#isStopped) return
    // Both copies agree, and what was stored before the sign-in is held: before that nothing is sent, nor fetched.
    this.#stops.push(this.memory.subscribe(() => this.#settling.look()))
    this.memory.setPhase('running')
    this.#replay.begin()
    this.#numbers.start(unconfirmedOf(this.memory.snapshot().loss) > 0)
  }
  /** Acts of the person wait for the start, and the end waits for them. */
  async #act<T>(work: () => Promise<T>): Promise<T> {
    const running = this.ready().then(work)
    this.#acts.add(running)
    try {
      return await running
    } finally {
      this.#acts.delete(running)
    }
  }
  #note(change: (meta: Meta) => Meta): Promise<void> {
    return this.#act(async () => {
      await this.#ports.store.write(async (tx) => tx.putMeta(change(await tx.meta())))
      await this.#changedAll()
      this.#replay.kick()
    })
  }
  /** As `#changed`, where it is not known which ones. */
  #changedAll(): Promise<void> {
    this.#ports.channel.post({ say: 'reload' })
    return this.memory.load()
  }
  async #changed(seqs: readonly number[]): Promise<void> {
    if (seqs.length === 0) return
    this.#ports.channel.post({ say: 'changed', seqs })
    await this.memory.refresh(seqs)
  }
  #hear(signal: Signal): void {
    if (signal === 'frozen') {
      this.#replay.freeze()
      return
    }
    if (signal === 'thawed') this.#replay.thaw()
    const hurry = async () => {
      // What this tab has just been told of is read by then; what it was told while it was frozen, it has not heard.
      await (signal === 'thawed' ? this.memory.load() : this.memory.refresh([]))
      if (signal === 'signed_in') await this.#changed(await letGoSignedIn(this.#ports))
      await this.#letGoOnline()
      this.#replay.resume()
      this.#settling.look()
      this.#numbers.look()
    }
    if (!this.#isStopped) this.ready().then(hurry).catch(leaveToNextSignal)
  }
  async #letGoOnline(): Promise<void> {
    const held = this.memory.snapshot().entries.filter(waitsForNetwork)
    await this.#changed(await letGoOnline(this.#ports, held))
  }
  #take(message: Message): void {
    if (message.say === 'pause') {
      this.#replay.pause(message.until)
      return
    }
    const read = message.say === 'changed' ? this.memory.refresh(message.seqs) : this.memory.load()
    read.then(this.#replay.kick).catch(leaveToNextSignal)
  }
}

/** The disk did not let us look. Nothing is lost by it: the next signal, message or act looks again. */
const leaveToNextSignal = (): void => undefined
