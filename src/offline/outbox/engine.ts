import { Acts, leaveToNextSignal } from './acts.ts'
import type { Registry } from './entry/registry.ts'
import type { Message, OutboxPorts, Signal } from './ports.ts'
import { NumberCheck } from './repair/check-numbers.ts'
import { unconfirmedOf } from './repair/losses.ts'
import { reconcile } from './repair/reconcile.ts'
import { brokenReason } from './save/why-not-saved.ts'
import { releaseAfterSignIn, releaseWhenOnline, waitsForNetwork } from './send/release.ts'
import { Replay } from './send/replay.ts'
import { forgetDone } from './settle/done.ts'
import { Settling } from './settle/settling.ts'
import { Memory } from './show/memory.ts'

/** One person's outbox in one tab: opens itself, and sends by itself whatever waits. */
export class Engine {
  readonly memory: Memory
  /** What its person does. */
  readonly acts: Acts
  readonly #user: string
  readonly #ports: OutboxPorts
  readonly #settling: Settling
  readonly #replay: Replay
  readonly #numbers: NumberCheck
  readonly #running = new Set<Promise<unknown>>()
  readonly #stops: (() => void)[]
  #booting: Promise<void> | null = null
  #isStopped = false

  constructor(user: string, ports: OutboxPorts, registry: Registry) {
    this.#user = user
    this.#ports = ports
    const memory = new Memory(ports, registry)
    this.memory = memory
    this.#settling = new Settling({ ports, registry, memory })
    const [changed, changedAll] = [this.#changed.bind(this), this.#changedAll.bind(this)]
    this.#replay = new Replay({ ports, user, registry, memory, changed, reread: memory.refresh.bind(memory) })
    this.#numbers = new NumberCheck(ports, user, changedAll)
    const [act, hear] = [this.#act.bind(this), this.#hear.bind(this)]
    this.acts = new Acts({ ports, user, registry, memory, replay: this.#replay, act, changed, changedAll, hear })
    this.#stops = [ports.signals.listen(hear)]
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

  /** Resolves when nothing of this outbox runs any more. What waits stays on the device for its person; what is over goes. */
  async stop(): Promise<void> {
    this.#isStopped = true
    for (const stop of this.#stops) stop()
    this.#settling.stop()
    this.#numbers.stop()
    await Promise.allSettled([...this.#running, this.#replay.stop()])
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
    await this.#changed(await releaseAfterSignIn(this.#ports))
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
    this.#running.add(running)
    try {
      return await running
    } finally {
      this.#running.delete(running)
    }
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
      if (signal === 'signed_in') await this.#changed(await releaseAfterSignIn(this.#ports))
      await this.#letGoOnline()
      this.#replay.resume()
      this.#settling.look()
      this.#numbers.look()
    }
    if (!this.#isStopped) this.ready().then(hurry).catch(leaveToNextSignal)
  }
  async #letGoOnline(): Promise<void> {
    const held = this.memory.snapshot().entries.filter(waitsForNetwork)
    await this.#changed(await releaseWhenOnline(this.#ports, held))
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
