import { createRegistry } from '#src/offline/outbox/entry/registry.ts'
import { replayWithoutPage } from '#src/offline/outbox/without-page/replay-without-page.ts'
import { WITHOUT_PAGE } from '#src/offline/outbox/without-page/worker-ports.ts'
import { FakeTab } from './offline-device.ts'
import type { OfflineRun } from './offline-run.ts'
import { NEW_APP } from './offline-things.ts'

/** How long the browser lets a worker send, in milliseconds. */
const MAX_MS = 150_000

/** The life of a service worker. */
export class FakeWorker extends FakeTab {}

interface LivingWorker {
  readonly tab: FakeWorker
  readonly stop: AbortController
}

/** The service workers of a run that send without a page. Each has a life of its own, like a tab. */
export class FakeWorkers {
  readonly #run: OfflineRun
  #living: LivingWorker[] = []

  constructor(run: OfflineRun) {
    this.#run = run
  }

  /** The browser starts a worker to send for the signed-in user. Null: it does not die on its own. */
  wake(checkpoints: number | null): void {
    const { ledger, user } = this.#run
    const tab = new FakeWorker(this.#run.random)
    if (checkpoints !== null) tab.dieAfter(checkpoints)
    const stop = new AbortController()
    this.#living.push({ tab, stop })
    const registry = createRegistry()
    registry.register(NEW_APP.commands as never)
    const ports = { ...this.#run.portsOf(user, tab, () => undefined), ...WITHOUT_PAGE }
    replayWithoutPage({ user, ports, registry, maxMs: MAX_MS, signal: stop.signal }).then(
      (result) => ledger.count(`woken: ${result}`),
      // The disk fails: the browser tries again later.
      () => ledger.count('woken in vain'),
    )
  }
  /** The user of the workers has signed out. The token changes immediately; they hear of it later, as tabs do. */
  stop(): void {
    for (const worker of this.#living) void this.#stopLater(worker)
  }
  die(): void {
    for (const { tab } of this.#living) tab.die()
    this.#living = []
  }

  async #stopLater({ tab, stop }: LivingWorker): Promise<void> {
    for (let turns = Math.floor(this.#run.random() * 100); turns > 0; turns -= 1) await null
    await tab.checkpoint()
    stop.abort()
  }
}
