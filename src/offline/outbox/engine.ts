import { Acts } from './acts.ts'
import type { Registry } from './entry/registry.ts'
import { leaveToNextSignal } from './leave-to-next-signal.ts'
import { OtherTabs } from './other-tabs.ts'
import type { OutboxPorts, Signal } from './ports.ts'
import { NumberCheck } from './repair/check-numbers.ts'
import { unconfirmedOf } from './repair/losses.ts'
import { reconcile } from './repair/reconcile.ts'
import { brokenReason } from './save/why-not-saved.ts'
import { releaseAfterSignIn, releaseWhenOnline, waitsForNetwork } from './send/release.ts'
import { Replay } from './send/replay.ts'
import { forgetEnded } from './settle/ended-changes.ts'
import { SettledRefetch } from './settle/settled-refetch.ts'
import { Memory } from './show/memory.ts'

/** How long a failed start waits for the next one, in milliseconds; doubled after each. */
const FIRST_RETRY_MS = 2_000
const MAX_RETRY_MS = 60_000

/** One user's outbox in one tab. It opens itself and sends waiting entries on its own. */
export class Engine {
  readonly memory: Memory
  /** The user's acts. */
  readonly acts: Acts
  readonly #user: string
  readonly #ports: OutboxPorts
  readonly #settling: SettledRefetch
  readonly #tabs: OtherTabs
  readonly #replay: Replay
  readonly #numbers: NumberCheck
  readonly #running = new Set<Promise<unknown>>()
  readonly #stops: (() => void)[]
  #starting: Promise<void> | null = null
  #retryMs = FIRST_RETRY_MS
  #cancelRetry: (() => void) | null = null
  #isStopped = false

  constructor(user: string, ports: OutboxPorts, registry: Registry) {
    this.#user = user
    this.#ports = ports
    const memory = new Memory(ports, registry)
    this.memory = memory
    this.#settling = new SettledRefetch({ ports, registry, memory })
    this.#tabs = new OtherTabs(ports, memory)
    const { announce, announceAll, takeRows } = this.#tabs
    this.#replay = new Replay({
      ports,
      user,
      registry,
      memory,
      announce,
      takeRows,
      reread: memory.refresh.bind(memory),
    })
    this.#numbers = new NumberCheck(ports, user, announceAll)
    const [runAct, handleSignal] = [this.#runAct.bind(this), this.#handleSignal.bind(this)]
    this.acts = new Acts({
      ports,
      user,
      registry,
      memory,
      replay: this.#replay,
      runAct,
      announce,
      announceAll,
      handleSignal,
    })
    this.#stops = [ports.signals.listen(handleSignal)]
    this.#tabs.follow(this.#replay)
    this.ready().catch(leaveToNextSignal)
  }

  /** Resolves when both copies agree and the entries are loaded. Rejects when this device's storage can't be used. */
  ready(): Promise<void> {
    this.#starting ??= this.#start().catch((error: unknown) => {
      this.#starting = null
      const reason = brokenReason(error)
      if (reason === 'error') reportError(error)
      this.memory.setPhase('broken', reason)
      if (reason === 'storage') this.#retryLater()
      throw error
    })
    return this.#starting
  }

  /** Storage that failed may work again a moment later, without any sign of it. */
  #retryLater(): void {
    if (this.#isStopped || this.#cancelRetry !== null) return
    this.#cancelRetry = this.#ports.clock.after(this.#retryMs, () => {
      this.#cancelRetry = null
      this.ready().catch(leaveToNextSignal)
    })
    this.#retryMs = Math.min(2 * this.#retryMs, MAX_RETRY_MS)
  }

  /**
   * Resolves when nothing of this outbox runs any more. Unsettled entries stay on the device for their user; the
   * contents of ended changes are forgotten.
   */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#cancelRetry?.()
    for (const stop of this.#stops) stop()
    this.#settling.stop()
    this.#numbers.stop()
    await Promise.allSettled([...this.#running, this.#replay.stop()])
    // If this write fails, the disk accepts no writes at all: nothing else can be done.
    await forgetEnded(this.#ports.store).catch(leaveToNextSignal)
    this.memory.setPhase('stopped')
    this.#ports.channel.close()
    this.#ports.store.close()
  }

  async #start(): Promise<void> {
    // Stored entries are shown first: reconciling the copies can take long on a slow disk.
    await this.memory.load()
    if (await reconcile(this.#ports, this.#user)) await this.#tabs.announceAll()
    await this.#tabs.announce(await releaseAfterSignIn(this.#ports))
    // The device may have a network now, when the app opens or the user signs in: retry entries that waited for one.
    await this.#releaseWhenOnline().catch(leaveToNextSignal)
    if (this.#isStopped) return
    // Nothing is sent or fetched before both copies agree and the entries from before the sign-in are held.
    this.#stops.push(this.memory.subscribe(() => this.#settling.fetchIfNeeded()))
    this.memory.setPhase('running')
    this.#replay.begin()
    this.#numbers.start(unconfirmedOf(this.memory.snapshot().loss) > 0)
  }
  /** Acts of the user wait for the start; `stop` waits for the acts. */
  async #runAct<T>(work: () => Promise<T>): Promise<T> {
    const running = this.ready().then(work)
    this.#running.add(running)
    try {
      return await running
    } finally {
      this.#running.delete(running)
    }
  }
  #handleSignal(signal: Signal): void {
    if (signal === 'frozen') {
      this.#replay.freeze()
      return
    }
    if (signal === 'thawed') this.#replay.thaw()
    const catchUp = async () => {
      // Waits until the reads in progress are done. A frozen tab missed messages, so a thawed tab reads everything.
      await (signal === 'thawed' ? this.memory.load() : this.memory.refresh([]))
      if (signal === 'signed_in') await this.#tabs.announce(await releaseAfterSignIn(this.#ports))
      await this.#releaseWhenOnline()
      this.#replay.resume()
      this.#settling.fetchIfNeeded()
      this.#numbers.checkWhenDue()
    }
    if (!this.#isStopped) this.ready().then(catchUp).catch(leaveToNextSignal)
  }
  async #releaseWhenOnline(): Promise<void> {
    const waitingForNetwork = this.memory.snapshot().entries.filter(waitsForNetwork)
    await this.#tabs.announce(await releaseWhenOnline(this.#ports, waitingForNetwork))
  }
}
