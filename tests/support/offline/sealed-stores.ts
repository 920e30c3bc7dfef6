import type { OutboxPorts } from '#src/offline/outbox/ports.ts'
import { localLossMarker } from '#src/offline/outbox/repair/local-loss-marker.ts'
import { lossMarkerWords } from '#src/offline/outbox/repair/loss-marker-words.ts'
import { cacheMirror } from '#src/offline/outbox/store/cache-mirror.ts'
import { idbRows } from '#src/offline/outbox/store/idb-store.ts'
import { sealedStore } from '#src/offline/outbox/store/sealed-store.ts'
import { Sealing } from '#src/offline/outbox/store/sealing.ts'
import { webLocks } from '#src/offline/outbox/web-locks.ts'
import type { Sealer } from '#src/seal/sealer.ts'
import { aSealer } from '#tests/support/builders/a-sealer.ts'

/** The locks of all tabs. */
const locks = webLocks(undefined)
const defaultSealer = await aSealer()

/** The stores of a user's outbox in this browser, as a tab opens them: both copies and the loss marker, sealed. */
export function sealedStores(
  user: string,
  sealer: Sealer = defaultSealer,
): Pick<OutboxPorts, 'store' | 'mirror' | 'lossMarker'> {
  const sealing = new Sealing(user, sealer)
  return {
    store: sealedStore(idbRows(user), sealing, locks),
    mirror: cacheMirror(sealing, globalThis.caches),
    lossMarker: { ...localLossMarker(user), ...lossMarkerWords(user, sealer) },
  }
}
