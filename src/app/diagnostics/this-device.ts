import { lastCalls } from '#src/api/call-log.ts'
import { buildOfThisPage } from '#src/browser/build-of-this-page.ts'
import { deviceNow } from '#src/browser/company-clock.ts'
import { connectivityNow } from '#src/offline/connectivity.ts'
import { liveState } from '#src/offline/live/live-state.ts'
import { outboxSnapshot } from '#src/offline/outbox/outbox.ts'
import { prefetchState } from '#src/offline/prefetch/prefetch-state.ts'
import { DATA_VERSION } from '#src/offline/query-storage/answer-seal.ts'
import { sessionState } from '#src/session/session.ts'
import { allCommands } from '../commands.ts'
import { browserFacts, callFacts, connectivityFacts, lockFacts, queueFacts, versionFacts } from './device-facts.ts'
import { type Diagnosis, diagnose, type Part } from './diagnosis.ts'
import { freshnessFacts } from './freshness-facts.ts'
import { numberFacts } from './number-facts.ts'
import { storageFacts } from './storage-facts.ts'

async function freshness() {
  // With static imports every page would wait for this code before its first rows.
  const [{ syncedLists }, { trafficToday }] = await Promise.all([
    import('#src/offline/prefetch/sync-parts.ts'),
    import('#src/offline/live/traffic-today.ts'),
  ])
  return {
    live: liveState.get(),
    synced: syncedLists(),
    finishedAt: prefetchState.get().finishedAt,
    traffic: trafficToday(),
  }
}

/** Collects the diagnosis of the app on this device. Never rejects. */
export function lookAtThisDevice(): Promise<Diagnosis> {
  const now = deviceNow()
  const { user } = sessionState()
  const me = user === null ? null : String(user.id)
  const versions = {
    build: buildOfThisPage(),
    dataVersion: DATA_VERSION,
    commands: allCommands(),
    worker: navigator.serviceWorker as ServiceWorkerContainer | undefined,
  }
  const parts: readonly Part[] = [
    ['Changes on this device', () => queueFacts(outboxSnapshot(), now)],
    ['Network', () => connectivityFacts(connectivityNow(), liveState.get(), now)],
    ['Age of the data', async () => freshnessFacts(await freshness(), now)],
    ['This device, here and at the server', () => numberFacts(me)],
    ['Storage', () => storageFacts(me)],
    ['Locks of all tabs', () => lockFacts(navigator.locks as LockManager | undefined, me)],
    ['Versions', () => versionFacts(versions)],
    ['Last calls of this tab', () => callFacts(lastCalls(), now)],
    ['Browser and device', browserFacts],
  ]
  return diagnose(parts, now)
}
