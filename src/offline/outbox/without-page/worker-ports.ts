import type { Sealer } from '#src/seal/sealer.ts'
import { broadcastChannel } from '../broadcast-channel.ts'
import { browserClock } from '../browser-clock.ts'
import { newUuid } from '../entry/uuid-v7.ts'
import type { OutboxPorts, Transport, UserSession } from '../ports.ts'
import { httpTransport } from '../send/transport.ts'
import { cacheMirror } from '../store/cache-mirror.ts'
import { idbRows } from '../store/idb-store.ts'
import { sealedStore } from '../store/sealed-store.ts'
import { Sealing } from '../store/sealing.ts'
import { cacheSmallPhotos } from '../store/small-photos.ts'
import { webLocks } from '../web-locks.ts'

/** The session of a worker, which is read from the device again before each attempt. */
export interface CheckedSession extends UserSession {
  /** Reads the device again. From then on `token` is null if the user is no longer signed in there. */
  check(): Promise<void>
}
export interface WorkerParts {
  readonly session: CheckedSession
  readonly sealer: Sealer
  /** As in `OutboxPorts`. */
  readonly signIn: string | null
}

/** The adapters of one user's outbox in a worker, which has no page. */
export function workerPorts(user: string, { session, sealer, signIn }: WorkerParts): OutboxPorts {
  const sealing = new Sealing(user, sealer)
  const locks = webLocks(navigator.locks)
  return {
    store: sealedStore(idbRows(user), sealing, locks),
    mirror: cacheMirror(sealing, globalThis.caches),
    photos: cacheSmallPhotos({
      user,
      sealer,
      storage: globalThis.caches,
      isSignedIn: () => session.user() === user,
      drawSmall: async (file) => (await import('#src/form/photos/photo-jobs.ts')).runPhotoJob({ make: 'small', file }),
    }),
    locks,
    channel: broadcastChannel(user),
    clock: browserClock,
    ids: { uuid: newUuid, random: Math.random },
    transport: checkedTransport(httpTransport(session), session),
    session,
    ...WITHOUT_PAGE,
    signIn,
  }
}

const leftToPage = () => Promise.reject(new Error('only a page does this'))

/** The ports whose work needs a page, as they are in a worker. */
export const WITHOUT_PAGE = {
  // Workers have no local storage. The marker lags until the next page starts and writes it again.
  lossMarker: {
    read: () => null,
    write: () => undefined,
    noteWords: () => undefined,
    forgetWords: () => undefined,
    readWords: () => Promise.resolve([]),
  },
  // A worker is not frozen, and the browser starts it because there is a network.
  signals: { listen: () => () => undefined },
  device: { askToPersist: () => undefined, showBadge: () => undefined },
  // Losses are judged and rows are fetched by pages.
  tally: { read: leftToPage, reportGone: leftToPage },
  onSettled: leftToPage,
  onShown: leftToPage,
  onRows: () => undefined,
  onDeclined: () => undefined,
} as const satisfies Partial<OutboxPorts>

function checkedTransport(transport: Transport, { check }: Pick<CheckedSession, 'check'>): Transport {
  return {
    async send(...attempt) {
      await check()
      return transport.send(...attempt)
    },
    async sendBatch(...attempt) {
      await check()
      return transport.sendBatch(...attempt)
    },
    async upload(...attempt) {
      await check()
      return transport.upload(...attempt)
    },
  }
}
