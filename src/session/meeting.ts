import { type CurrentUser, currentUserEndpoints } from '#contract/wire/current-user.ts'
import { ApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import type { GivenKeys } from './tokens/get-keys.ts'
import type { KeyRing } from './tokens/key-ring.ts'

interface MeetingPorts {
  readonly ring: KeyRing
  /** Whom the token of this moment names. */
  readonly sub: () => string | undefined
  /** `keys`: undefined where this tab has that user's. */
  readonly onMet: (user: CurrentUser, keys: GivenKeys | undefined) => Promise<void>
  /** The server answered, but not who this is. */
  readonly onNotMet: (why: 'no_key' | 'later') => void
  /** It is time to ask again. */
  readonly onAgain: () => void
}

const [SOONEST_MS, SOON_MS, LATEST_MS] = [1_000, 5_000, 60_000]

/** When to ask again a server that can't answer now, in milliseconds; `never` where it refuses this device the key. */
function askAgainIn({ status, retryAfterMs }: ApiError): number | 'never' {
  return status === 403 ? 'never' : Math.min(Math.max(retryAfterMs ?? SOON_MS, SOONEST_MS), LATEST_MS)
}

/** Asks the server who the current user is, with the keys where this tab has none: once for all that ask at the same time. */
export class Meeting {
  readonly #ports: MeetingPorts
  #asking: Promise<CurrentUser> | null = null
  #again: ReturnType<typeof setTimeout> | undefined

  constructor(ports: MeetingPorts) {
    this.#ports = ports
  }

  meet(): Promise<CurrentUser> {
    this.#asking ??= this.#meetOnce()
    return this.#asking
  }

  async #meetOnce(): Promise<CurrentUser> {
    const { ring, sub, onMet } = this.#ports
    const known = sub()
    const isOpen = known !== undefined && ring.sealerOf(known) !== null
    try {
      const asked = Promise.all([call(currentUserEndpoints.me), isOpen ? undefined : ring.ask()])
      const [{ data: user }, keys] = await asked.finally(() => {
        // Who asks from now on wants a newer answer.
        this.#asking = null
      })
      await onMet(user, keys)
      return user
    } catch (error) {
      // An end of the session is told where that was found, and a lost network by what calls show of it.
      if (error instanceof ApiError && error.status !== null && error.status !== 401) this.#goOnLater(error)
      throw error
    }
  }

  #goOnLater(error: ApiError): void {
    const wait = askAgainIn(error)
    clearTimeout(this.#again)
    this.#ports.onNotMet(wait === 'never' ? 'no_key' : 'later')
    if (wait !== 'never') this.#again = setTimeout(this.#ports.onAgain, wait)
  }
}
