import type { Command } from '../command.ts'
import { discardEntry, retryEntry } from './decide.ts'
import { enqueue, NotKept } from './enqueue.ts'
import { Memory } from './memory.ts'
import type { Message, OutboxPorts, Signal } from './ports.ts'
import { reconcile } from './reconcile.ts'
import type { Registry } from './registry.ts'
import { Replay } from './replay.ts'
import { Settling } from './settling.ts'

/** One person's outbox in one tab: opens itself, and sends by itself whatever waits. */
export class Outbox {
  readonly memory: Memory
  readonly #user: string
  readonly #ports: OutboxPorts
  readonly #settling: Settling
  readonly #replay: Replay
  readonly #acts = new Set<Promise<unknown>>()
  readonly #stops: readonly (() => void)[]
  #booting: Promise<void> | null = null
  #isStopped = false

  constructor(user: string, ports: OutboxPorts, registry: Registry) {
    this.#user = user
    this.#ports = ports
    const memory = new Memory(ports, registry)
    this.memory = memory
    this.#settling = new Settling({ ports, registry, memory })
    this.#replay = new Replay({
      ports,
      user,
      registry,
      memory,
      changed: (seqs) => this.#changed(seqs),
      settled: (entry, reply) => this.#settling.note(entry, reply),
    })
    this.#stops = [memory.subscribe(() => this.#settling.look()), ports.signals.listen((signal) => this.#hear(signal))]
    ports.channel.listen((message) => this.#take(message))
    this.ready().catch(leaveToNextSignal)
  }

  /** Resolves when both copies agree and what waits is known; rejects when this device's storage can't be used. */
  ready(): Promise<void> {
    this.#booting ??= this.#boot().catch((error: unknown) => {
      this.#booting = null
      this.memory.setPhase('broken')
      throw error
    })
    return this.#booting
  }

  /** Resolves when the change is stored in both places; rejects with NotKept. */
  submit<Input>(command: Command<Input>, input: Input, seenVersion: number | null): Promise<void> {
    return this.#act(async () => {
      const entry = await enqueue(this.#ports, this.#user, command, input, seenVersion)
      // It is kept, whether or not this tab can show that right now.
      await this.#changed([entry.seq]).catch(leaveToNextSignal)
      this.#replay.kick()
    }).catch((error: unknown) => {
      if (error instanceof NotKept) throw error
      throw new NotKept("This device can't store changes right now. Reload the page and save again.", { cause: error })
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
      await this.#changed(await discardEntry(this.#ports, this.#user, id))
      this.#replay.kick()
    })
  }
  dismissLoss(): Promise<void> {
    return this.#act(async () => {
      await this.#ports.store.write(async (tx) => tx.putMeta({ ...(await tx.meta()), loss: null }))
      this.#ports.channel.post({ say: 'reload' })
      await this.memory.load()
    })
  }
  /** Tries what waits for the network at once. */
  sendNow(): void {
    this.#hear('online')
  }
  /** Resolves when nothing of this outbox runs any more; its entries stay on the device. */
  async stop(): Promise<void> {
    this.#isStopped = true
    for (const stop of this.#stops) stop()
    this.#settling.stop()
    await Promise.allSettled([...this.#acts, this.#replay.stop()])
    this.memory.setPhase('stopped')
    this.#ports.channel.close()
    this.#ports.store.close()
  }

  async #boot(): Promise<void> {
    if (await reconcile(this.#ports, this.#user)) this.#ports.channel.post({ say: 'reload' })
    await letGo(this.#ports, 'sign_in')
    await this.memory.load()
    if (this.#isStopped) return
    this.memory.setPhase('running')
    this.#replay.kick()
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
  async #changed(seqs: readonly number[]): Promise<void> {
    if (seqs.length === 0) return
    this.#ports.channel.post({ say: 'changed', seqs })
    await this.memory.refresh(seqs)
  }
  #hear(signal: Signal): void {
    const hurry = async () => {
      await this.#changed(await letGo(this.#ports, signal === 'signed_in' ? 'sign_in' : 'network'))
      this.#replay.resume()
      this.#settling.look()
    }
    if (!this.#isStopped) this.ready().then(hurry).catch(leaveToNextSignal)
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

/** Lets entries go again that waited for a sign-in, or for the network. Answers their numbers. */
async function letGo({ store }: OutboxPorts, after: 'sign_in' | 'network'): Promise<readonly number[]> {
  return store.write(async (tx) => {
    const held = await tx.inState(after === 'sign_in' ? 'sign_in' : 'waiting')
    const ready = held.filter((one) => after === 'sign_in' || (one.nextTryAt > 0 && one.problem?.kind !== 'status'))
    for (const entry of ready) await tx.put({ ...entry, state: 'waiting', nextTryAt: 0 })
    return ready.map((entry) => entry.seq)
  })
}
