import { healthEndpoints } from '#contract/wire/health.ts'
import { call } from '#src/api/call.ts'
import { hostProof } from '#src/api/fetch-verified.ts'
import { databaseVersion } from '#src/browser/open-database.ts'
import type { AnyCommand } from '#src/offline/command.ts'
import { SESSION_CHANNEL } from '#src/session/session-ports.ts'
import { WorkerSession } from '#src/session/tokens/worker-session.ts'
import { workerSessionPorts } from '#src/session/tokens/worker-session-ports.ts'
import { databaseName } from '../entry/names.ts'
import { createRegistry } from '../entry/registry.ts'
import { followUploadProgress } from '../show/progress-channel.ts'
import { STORE_VERSION } from '../store/idb-store.ts'
import { replayWithoutPage } from './replay-without-page.ts'
import { workerPorts } from './worker-ports.ts'

export interface SendingTime {
  /** How long sending may take, in milliseconds. */
  readonly maxMs: number
  /** Ends sending before that. */
  readonly signal: AbortSignal
}

/**
 * Sends the waiting entries of the user who is signed in on this device, in a worker. Results as in `replayWithoutPage`;
 * `done` also when nothing may be sent here: no user's session is remembered, or the outbox must be opened by a page
 * first. Rejects without a network, and when the device's storage fails.
 */
export async function sendWithoutPage(commands: readonly AnyCommand[], time: SendingTime): Promise<'done' | 'left'> {
  const began = performance.now()
  const isOver = new AbortController()
  const signal = AbortSignal.any([time.signal, isOver.signal])
  const news = new BroadcastChannel(SESSION_CHANNEL)
  // A user signs out, or another one in.
  news.onmessage = () => isOver.abort()
  try {
    const session = await WorkerSession.open(workerSessionPorts(cookieStore))
    if (session === null) return 'done'
    const user = session.userId
    // An older store must be upgraded first, and another tab may need the older version. A newer one is left alone.
    if ((await databaseVersion(databaseName(user))) !== STORE_VERSION) return 'done'
    if (!(await isProvenHost(signal))) return 'done'
    isOver.signal.addEventListener('abort', () => session.end())
    if (isOver.signal.aborted) return 'done'
    const ports = workerPorts(user, { session, sealer: session.sealer, signIn: session.signIn })
    const registry = createRegistry()
    registry.register(commands)
    // A page that opens meanwhile shows how far it is.
    const stopSharing = followUploadProgress(user)
    const maxMs = Math.max(0, time.maxMs - (performance.now() - began))
    const result = await replayWithoutPage({ maxMs, user, ports, registry, signal }).finally(stopSharing)
    return session.token() === null ? 'done' : result
  } finally {
    news.close()
  }
}

/**
 * Whether the host proves its responses. Without that, a gateway could confirm a change, and the host could apply it
 * again under the same key. Rejects when no host responds.
 */
async function isProvenHost(signal: AbortSignal): Promise<boolean> {
  await call(healthEndpoints.check, { fresh: true, signal })
  return hostProof() === 'yes'
}
