import { type CurrentUser, currentUserEndpoints } from '#contract/wire/current-user.ts'
import { ApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import type { KeyRing } from './tokens/key-ring.ts'
import type { ServerKeys } from './tokens/server-keys.ts'

interface CurrentUserPorts {
  readonly ring: KeyRing
  /** The subject of the current access token: the user's id as text. */
  readonly sub: () => string | undefined
  /** `keys`: undefined when this tab already has the keys of this user. */
  readonly onUser: (user: CurrentUser, keys: ServerKeys | undefined) => Promise<void>
  /** The server responded, but without the user. */
  readonly onUnanswered: (why: 'no_key' | 'later') => void
  /** The wait after `later` is over: time to request the user again. */
  readonly onRetry: () => void
}

const [SOONEST_MS, SOON_MS, LATEST_MS] = [1_000, 5_000, 60_000]

/** How long to wait before the next request, in milliseconds; `never` when the server refuses this device the key. */
function retryDelayOf({ status, retryAfterMs }: ApiError): number | 'never' {
  return status === 403 ? 'never' : Math.min(Math.max(retryAfterMs ?? SOON_MS, SOONEST_MS), LATEST_MS)
}

/** Requests the current user, and the keys if this tab has none. Concurrent callers share one request. */
export class CurrentUserRequest {
  readonly #ports: CurrentUserPorts
  #pending: Promise<CurrentUser> | null = null
  #retryTimer: ReturnType<typeof setTimeout> | undefined

  constructor(ports: CurrentUserPorts) {
    this.#ports = ports
  }

  load(): Promise<CurrentUser> {
    this.#pending ??= this.#fetchOnce()
    return this.#pending
  }

  async #fetchOnce(): Promise<CurrentUser> {
    const { ring, sub, onUser } = this.#ports
    const known = sub()
    const isOpen = known !== undefined && ring.sealerOf(known) !== null
    try {
      const responses = Promise.all([call(currentUserEndpoints.me), isOpen ? undefined : ring.requestKeys()])
      const [{ data: user }, keys] = await responses.finally(() => {
        // Later callers need a newer response.
        this.#pending = null
      })
      await onUser(user, keys)
      return user
    } catch (error) {
      // A 401 is handled by the token refresh, and a lost network by the network listener.
      if (error instanceof ApiError && error.status !== null && error.status !== 401) this.#scheduleRetry(error)
      throw error
    }
  }

  #scheduleRetry(error: ApiError): void {
    const wait = retryDelayOf(error)
    clearTimeout(this.#retryTimer)
    this.#ports.onUnanswered(wait === 'never' ? 'no_key' : 'later')
    if (wait !== 'never') this.#retryTimer = setTimeout(this.#ports.onRetry, wait)
  }
}
