import { sessionEndpoints } from '#contract/session/session.ts'
import { ApiError } from '#src/api/api-error.ts'
import { hostProves, noteHost } from '#src/api/ask.ts'
import { call } from '#src/api/call.ts'
import { endsSession, type WhyEnded, whyEnded } from '../ends-session.ts'
import type { SessionPorts } from '../session-ports.ts'
import type { KeptSession } from './kept-session.ts'
import { firstHalfOf } from './refresh-halves.ts'
import { claimsOf } from './token-claims.ts'

export type Refreshed = 'refreshed' | 'refused' | 'unreachable'

/** For how long the host's cookie is to be kept. */
export const lasting = (isRemembered: boolean): 'lasting' | 'session' => (isRemembered ? 'lasting' : 'session')

/** So often in a row the device fails to read what it keeps before it counts as one that keeps nothing. */
const MAX_BROKEN_READS = 3

interface RefresherPorts {
  readonly kept: KeptSession
  readonly alone: SessionPorts['alone']
  /** The server has ended the session that `used` is a token of. */
  readonly onEnded: (used: string, why: WhyEnded) => Promise<void>
}

/** Gets newer access tokens: one call at a time over all tabs, which those that ask meanwhile share. */
export class TokenRefresher {
  readonly #ports: RefresherPorts
  #refreshing: Promise<Refreshed> | null = null
  #brokenReads = 0
  #over = new AbortController()

  constructor(ports: RefresherPorts) {
    this.#ports = ports
  }

  async refresh(used: string): Promise<Refreshed> {
    const done = this.#refreshedSince(used)
    if (done !== null) return done
    this.#refreshing ??= this.#ports
      .alone(() => this.#refreshOnce(used))
      .finally(() => {
        this.#refreshing = null
      })
    return this.#refreshing
  }

  /** Gives up what is on its way: it proves nothing. */
  giveUp(): void {
    this.#over.abort()
    this.#over = new AbortController()
  }

  #refreshedSince(used: string): 'refreshed' | 'refused' | null {
    const now = this.#ports.kept.access
    if (now === used) return null
    return now !== null && claimsOf(now)?.sub === claimsOf(used)?.sub ? 'refreshed' : 'refused'
  }

  async #refreshOnce(used: string): Promise<Refreshed> {
    const done = this.#refreshedSince(used)
    if (done !== null) return done
    const { kept } = this.#ports
    const half = await kept.recallHalf()
    const { refresh, isSplit } = kept
    const isRemembered = kept.choice === 'remembered'
    this.#brokenReads = half === 'broken' ? this.#brokenReads + 1 : 0
    // That the device does not say now what it keeps is no end of the session, unless it never does.
    if (refresh === null && half !== 'known' && this.#brokenReads < MAX_BROKEN_READS) return 'unreachable'
    try {
      if (refresh === null) throw new ApiError('status', { status: 401 })
      // Another host than ours takes no halves, and sets no cookie that would be in the way.
      if (!isSplit && hostProves() !== 'no') await kept.keepAsHalf(refresh)
      const body = { refresh, refresh_cookie: lasting(isRemembered) }
      const { data, isProven } = await call(sessionEndpoints.refresh, { body, signal: this.#over.signal })
      // Signed out, or another user in, while the answer was on its way.
      if (kept.access !== used) return 'refused'
      // No host gives anybody another one's token.
      if (claimsOf(data.access)?.sub !== claimsOf(used)?.sub) return 'unreachable'
      if (!isProven) noteHost('no')
      const isNowSplit = isSplit || data.refresh_cookie === true
      const own = data.refresh_cookie === true ? firstHalfOf(refresh) : refresh
      const tokens = { access: data.access, refresh: data.refresh ?? own, isSplit: isNowSplit }
      kept.write(tokens, isRemembered)
      if (isRemembered) await kept.keepInVault(tokens)
      if (isNowSplit && own !== refresh) await kept.keepHalf()
      return 'refreshed'
    } catch (error) {
      if (!endsSession(error)) return 'unreachable'
      if (kept.access === used) await this.#ports.onEnded(used, whyEnded(error))
      return this.#refreshedSince(used) ?? 'refused'
    }
  }
}
