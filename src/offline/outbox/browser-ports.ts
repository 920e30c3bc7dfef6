import { onFreeze, onResume } from '#src/browser/page-life.ts'
import { requestPersistence } from '#src/offline/query-storage/storage-life.ts'
import type { Sealer } from '#src/seal/sealer.ts'
import { setIconBadge } from '../icon-badge.ts'
import { noteSpaceFound, withRoom } from '../space/with-room.ts'
import { broadcastChannel } from './broadcast-channel.ts'
import { browserClock } from './browser-clock.ts'
import { newUuid } from './entry/uuid-v7.ts'
import type { Device, OutboxPorts, Signal, Signals, UserSession } from './ports.ts'
import { localLossMarker } from './repair/local-loss-marker.ts'
import { lossMarkerWords } from './repair/loss-marker-words.ts'
import { serverTally } from './repair/server-tally.ts'
import { httpTransport } from './send/transport.ts'
import { cacheMirror } from './store/cache-mirror.ts'
import { mirrorWithRoom, storeWithRoom } from './store/give-way.ts'
import { idbRows } from './store/idb-store.ts'
import { sealedStore } from './store/sealed-store.ts'
import { Sealing } from './store/sealing.ts'
import { cacheSmallPhotos } from './store/small-photos.ts'
import { webLocks } from './web-locks.ts'

/** In the worker for photos: drawing one takes half a second of a core. Loaded on demand, because few changes have photos. */
const drawSmall = async (file: File) =>
  (await import('#src/form/photos/photo-work.ts')).photoWork.do({ make: 'small', file })

/** The ports that the rest of the app provides; the browser provides all others. */
export interface AppPorts extends Pick<OutboxPorts, 'onSettled' | 'onShown' | 'onRows' | 'onDeclined' | 'signIn'> {
  readonly session: UserSession
  /** Seals the user's stored data. */
  readonly sealer: Sealer
  /** Called when recent calls show that the server can be reached again. Returns a function that stops listening. */
  readonly onBackOnline: (listener: () => void) => () => void
  /** Called when the user has signed in again. Returns a function that stops listening. */
  readonly onSignedIn: (listener: () => void) => () => void
}

/** The real adapters of one user's outbox. */
export function browserPorts(user: string, app: AppPorts): OutboxPorts {
  // Both copies share one instance: an entry sealed for one copy is reused for the other.
  const sealing = new Sealing(user, app.sealer)
  const locks = webLocks(navigator.locks)
  return {
    store: storeWithRoom(sealedStore(idbRows(user), sealing, locks), withRoom),
    mirror: mirrorWithRoom(cacheMirror(sealing, globalThis.caches), withRoom, noteSpaceFound),
    photos: cacheSmallPhotos({
      user,
      sealer: app.sealer,
      storage: globalThis.caches,
      isSignedIn: () => app.session.user() === user,
      drawSmall,
    }),
    locks,
    channel: broadcastChannel(user),
    clock: browserClock,
    ids: { uuid: newUuid, random: Math.random },
    transport: httpTransport(app.session),
    session: app.session,
    lossMarker: { ...localLossMarker(user), ...lossMarkerWords(user, app.sealer) },
    signals: browserSignals(app),
    device: browserDevice,
    tally: serverTally,
    onSettled: app.onSettled,
    onShown: app.onShown,
    onRows: app.onRows,
    onDeclined: app.onDeclined,
    signIn: app.signIn,
  }
}

function browserSignals(app: AppPorts): Signals {
  return {
    listen(listener: (signal: Signal) => void) {
      const ended = new AbortController()
      const { signal } = ended
      addEventListener('online', () => listener('online'), { signal })
      const onVisible = () => document.visibilityState === 'visible' && listener('visible')
      document.addEventListener('visibilitychange', onVisible, { signal })
      const stops = [
        onFreeze(() => listener('frozen')),
        onResume(() => listener('thawed')),
        app.onBackOnline(() => listener('online')),
        app.onSignedIn(() => listener('signed_in')),
      ]
      return () => {
        ended.abort()
        for (const stop of stops) stop()
      }
    },
  }
}

const browserDevice: Device = {
  askToPersist: () => void requestPersistence(),
  showBadge: (count) => setIconBadge('outbox', count),
}
