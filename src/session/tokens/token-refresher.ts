import { sessionEndpoints } from '#contract/session/session.ts'
import { ApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { hostProof, noteHostProof } from '#src/api/fetch-verified.ts'
import { type EndReason, endReasonOf, isSessionEnd } from '../session-end.ts'
import type { SessionPorts } from '../session-ports.ts'
import { firstHalfOf } from './refresh-halves.ts'
import type { StoredSession } from './stored-session.ts'
import { claimsOf } from './token-claims.ts'

export type RefreshOutcome = 'refreshed' | 'refused' | 'unreachable'

/** How long the host's cookie lasts: beyond the browser's session, or only as long. */
export const cookieLifetime = (isRemembered: boolean): 'lasting' | 'session' => (isRemembered ? 'lasting' : 'session')

/** After this many failed reads in a row the half counts as not stored. */
const MAX_BROKEN_READS = 3

interface RefresherPorts {
  readonly stored: StoredSession
  readonly withRefreshLock: SessionPorts['runExclusively']
  /** The server has ended the session of the token `used`. */
  readonly onEnded: (used: string, why: EndReason) => Promise<void>
}

/** Gets newer access tokens: one call at a time over all tabs. Concurrent callers share it. */
export class TokenRefresher {
  readonly #ports: RefresherPorts
  #refreshing: Promise<RefreshOutcome> | null = null
  #brokenReads = 0
  #abort = new AbortController()

  constructor(ports: RefresherPorts) {
    this.#ports = ports
  }

  async refresh(used: string): Promise<RefreshOutcome> {
    const outcome = this.#refreshedSince(used)
    if (outcome !== null) return outcome
    this.#refreshing ??= this.#ports
      .withRefreshLock(() => this.#refreshOnce(used))
      .finally(() => {
        this.#refreshing = null
      })
    return this.#refreshing
  }

  /** Aborts the refresh in flight: it then counts as `unreachable`. */
  giveUp(): void {
    this.#abort.abort()
    this.#abort = new AbortController()
  }

  #refreshedSince(used: string): 'refreshed' | 'refused' | null {
    const access = this.#ports.stored.access
    if (access === used) return null
    return access !== null && claimsOf(access)?.sub === claimsOf(used)?.sub ? 'refreshed' : 'refused'
  }

  async #refreshOnce(used: string): Promise<RefreshOutcome> {
    const outcome = this.#refreshedSince(used)
    if (outcome !== null) return outcome
    const { stored } = this.#ports
    const halfState = await stored.loadHalf()
    const { refresh, isSplit } = stored
    const isRemembered = stored.choice === 'remembered'
    this.#brokenReads = halfState === 'broken' ? this.#brokenReads + 1 : 0
    // A late or failed read of the half does not end the session, unless `MAX_BROKEN_READS` in a row have failed.
    if (refresh === null && halfState !== 'known' && this.#brokenReads < MAX_BROKEN_READS) return 'unreachable'
    try {
      if (refresh === null) throw new ApiError('status', { status: 401 })
      // A host other than ours accepts no halves, and its cookies don't replace ours.
      if (!isSplit && hostProof() !== 'no') await stored.saveAsHalf(refresh)
      const body = { refresh, refresh_cookie: cookieLifetime(isRemembered) }
      const { data, isProven } = await call(sessionEndpoints.refresh, { body, signal: this.#abort.signal })
      // The user may have signed out, or another user signed in, while the request was pending.
      if (stored.access !== used) return 'refused'
      // A token of another user can't come from the host.
      if (claimsOf(data.access)?.sub !== claimsOf(used)?.sub) return 'unreachable'
      if (!isProven) noteHostProof('no')
      const isNowSplit = isSplit || data.refresh_cookie === true
      const firstHalf = data.refresh_cookie === true ? firstHalfOf(refresh) : refresh
      const tokens = { access: data.access, refresh: data.refresh ?? firstHalf, isSplit: isNowSplit }
      stored.write(tokens, isRemembered)
      if (isRemembered) await stored.saveInVault(tokens)
      if (isNowSplit && firstHalf !== refresh) await stored.saveHalf()
      return 'refreshed'
    } catch (error) {
      if (!isSessionEnd(error)) return 'unreachable'
      if (stored.access === used) await this.#ports.onEnded(used, endReasonOf(error))
      return this.#refreshedSince(used) ?? 'refused'
    }
  }
}
