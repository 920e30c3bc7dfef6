import { type CurrentUser, currentUserEndpoints } from '#contract/current-user.ts'
import { type LoginForm, sessionEndpoints } from '#contract/session.ts'
import { ApiError } from '#src/api/api-error.ts'
import { noteHost, setHostNote } from '#src/api/ask.ts'
import { type Credentials, call } from '#src/api/call.ts'
import { patienceMs } from '#src/api/silence.ts'
import { endAtServer } from './end-at-server.ts'
import { endsSession } from './ends-session.ts'
import { KeptSession } from './kept-session.ts'
import { observed } from './observed.ts'
import type { SessionNews, SessionPorts } from './session-ports.ts'
import { nobodySignedIn, type SessionEvent, type SessionState, sessionReducer } from './session-state.ts'
import { claimsOf } from './token-claims.ts'
import type { KeptPerson } from './token-vault.ts'

export interface SessionChange {
  readonly event: SessionEvent
  readonly before: SessionState
  readonly after: SessionState
  /** True when another tab did it: what is stored has been seen to there. */
  readonly isFromOtherTab: boolean
}
type ChangeListener = (change: SessionChange) => void | Promise<void>

/** Reads the device's memory of a user id, synchronously; `person`: what the vault knows, where it was asked. */
export type Recall = (userId: string | null, person?: KeptPerson) => Memory

export interface Memory {
  /** The current user as this device knew it last. */
  readonly user: CurrentUser | null
  /** True when the server has not been heard for so long that the data is closed until it is. */
  readonly isLocked: boolean
}

const silence = () => new Promise<null>((resolve) => setTimeout(() => resolve(null), patienceMs()))

/** The session of this tab, kept in step with the cookies and the other tabs. */
export class SessionStore implements Credentials {
  readonly #ports: SessionPorts
  readonly #kept: KeptSession
  readonly #state = observed<SessionState>(nobodySignedIn)
  readonly #listeners = new Set<ChangeListener>()
  #refreshing: Promise<'refreshed' | 'refused' | 'unreachable'> | null = null
  #meeting: Promise<CurrentUser> | null = null
  #refreshAtFreeze: string | null = null
  #recall: (person?: KeptPerson) => Memory = () => ({ user: null, isLocked: false })

  constructor(ports: SessionPorts) {
    this.#ports = ports
    this.#kept = new KeptSession(ports)
  }

  get = (): SessionState => this.#state.get()
  subscribe = (listener: () => void): (() => void) => this.#state.subscribe(listener)

  /** Hears each event after it took effect; what a listener promises is waited for by signing in and out. */
  onChange(listener: ChangeListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Takes up the session synchronously, before the first frame. `recall` reads the device's memory of a user id, where that
   * has been lost with what the vault knows.
   */
  start(recall: Recall): void {
    setHostNote(this.#ports.host)
    this.#recall = (person) => recall(claimsOf(this.#kept.access)?.sub ?? null, person)
    const hasToken = this.#kept.hasWayIn
    const memory = hasToken ? this.#recall() : { user: null, isLocked: false }
    this.#ports.hearOthers((news) => this.#hear(news))
    void this.#tell({ type: 'started', hasToken, ...memory })
    void this.#honourSignOut()
  }

  /** Before the browser stops this tab: what is signed in here now. */
  noteFreeze(): void {
    this.#refreshAtFreeze = this.#kept.refresh
  }

  /** Whether whoever is signed in on this device is the one that this tab has. */
  isStillHere(): boolean {
    const { user } = this.get()
    if (user === null || !this.#kept.hasWayIn) return user === null && !this.#kept.hasWayIn
    const claims = claimsOf(this.#kept.access)
    // A host's tokens may not say whose they are.
    return claims === null ? this.#kept.refresh === this.#refreshAtFreeze : claims.sub === String(user.id)
  }

  /** Keeps who this is where a killed browser still has it. */
  keepPerson(user: CurrentUser, heardAt: number): Promise<void> {
    return this.#kept.keepPerson(user, heardAt)
  }

  token(): string | null {
    const { state, user } = this.get()
    const token = state === 'signed_out' ? null : this.#kept.access
    const claims = claimsOf(token)
    // Another tab may have signed somebody else in a moment ago: nothing of this tab's user goes out as that person.
    return user !== null && claims !== null && claims.sub !== String(user.id) ? null : token
  }

  async refresh(used: string): Promise<'refreshed' | 'refused' | 'unreachable'> {
    const done = this.#refreshedSince(used)
    if (done !== null) return done
    this.#refreshing ??= this.#ports
      .alone(() => this.#refreshOnce(used))
      .finally(() => {
        this.#refreshing = null
      })
    return this.#refreshing
  }

  /** Throws an `ApiError`; after it nothing has changed. */
  async signIn(form: LoginForm): Promise<void> {
    const { email, password, rememberMe } = form
    const { data: tokens, isProven } = await call(sessionEndpoints.create, {
      body: { email, password },
      isSignIn: true,
    })
    const me = await call(currentUserEndpoints.me, { token: tokens.access, isSignIn: !isProven })
    const { data: user } = me
    if (!me.isProven) noteHost('no')
    this.#kept.write(tokens, rememberMe)
    this.#kept.choose(rememberMe)
    await (rememberMe ? this.#kept.keepInVault(tokens) : this.#kept.endInVault(null))
    const told = this.#tell({ type: 'signed_in', user })
    // Not after it: other tabs must let go of a former person's data before that is wiped, or they write it back.
    this.#ports.tellOthers({ type: 'signed_in', user, isRemembered: rememberMe })
    await told
  }

  /** Closes what is kept for the person, in this tab, until the server lets that person in again. */
  lock(): Promise<void> {
    return this.#tell({ type: 'locked' })
  }

  /** The device's side is done when this resolves; the server is told as well as may be, and never waited for. */
  async signOut(): Promise<void> {
    const { access, refresh } = this.#kept
    this.#kept.forget()
    const told = this.#tell({ type: 'signed_out' })
    this.#ports.tellOthers({ type: 'signed_out' })
    await Promise.all([told, this.#kept.endInVault(access)])
    // A server that can't be reached now ends the session by its age; the tokens are gone from here.
    if (access !== null && refresh !== null) endAtServer({ access, refresh }).catch(() => undefined)
  }

  /**
   * Who may enter the protected pages: null sends to the login page. The specification's rule: an access cookie, the
   * stored remember-me choice and a current user. The user is asked for each time, but only waited for when this
   * device knows none: a start without a network opens with the one it knows.
   */
  async requireUser(): Promise<CurrentUser | null> {
    if (!this.#kept.hasWayIn && !(await this.#restoreRemembered())) return null
    const { state, user } = this.get()
    if (state === 'signed_out') return null
    const met = this.#meet()
    if (state === 'signed_in' && user !== null) {
      met.catch(() => undefined) // A refusal ends the session by itself, a dead network changes nothing.
      return user
    }
    // A connection that hangs holds nobody up: an answer that comes after all opens the page then.
    return Promise.race([met.catch(() => null), silence()])
  }

  /** Asks the server who the current user is, once for all that ask at the same time. */
  #meet(): Promise<CurrentUser> {
    this.#meeting ??= call(currentUserEndpoints.me)
      .then(async ({ data }) => {
        await this.#tell({ type: 'met', user: data })
        return data
      })
      .finally(() => {
        this.#meeting = null
      })
    return this.#meeting
  }

  #refreshedSince(used: string): 'refreshed' | 'refused' | null {
    const now = this.#kept.access
    if (now === used) return null
    return now !== null && claimsOf(now)?.sub === claimsOf(used)?.sub ? 'refreshed' : 'refused'
  }

  async #refreshOnce(used: string): Promise<'refreshed' | 'refused' | 'unreachable'> {
    const done = this.#refreshedSince(used)
    if (done !== null) return done
    const refresh = this.#kept.refresh
    try {
      if (refresh === null) throw new ApiError('status', { status: 401 })
      const { data, isProven } = await call(sessionEndpoints.refresh, { body: { refresh } })
      // Signed out, or somebody else in, while the answer was on its way.
      if (this.#kept.refresh !== refresh) return 'refused'
      // No host gives anybody another one's token.
      if (claimsOf(data.access)?.sub !== claimsOf(used)?.sub) return 'unreachable'
      if (!isProven) noteHost('no')
      const isRemembered = this.#kept.choice === 'remembered'
      const tokens = { access: data.access, refresh }
      this.#kept.write(tokens, isRemembered)
      if (isRemembered) await this.#kept.keepInVault(tokens)
      return 'refreshed'
    } catch (error) {
      if (!endsSession(error)) return 'unreachable'
      if (this.#kept.refresh === refresh) await this.#end(used)
      return this.#refreshedSince(used) ?? 'refused'
    }
  }

  async #end(used: string): Promise<void> {
    this.#kept.forget()
    await this.#kept.endInVault(used)
    if (this.#isSignedInAnew()) return
    await this.#tell({ type: 'ended' })
    this.#ports.tellOthers({ type: 'ended' })
  }

  /** Whoever ends a session takes its tokens away: those that are there are of a sign-in since. */
  #isSignedInAnew(): boolean {
    return this.#kept.access !== null
  }

  #hear(news: SessionNews): void {
    if (news.type === 'ended' && this.#isSignedInAnew()) return
    if (news.type === 'signed_in') this.#kept.choose(news.isRemembered)
    if (news.type !== 'signed_in') this.#ports.choice.remove()
    void this.#tell(news, true)
  }

  async #tell(event: SessionEvent, isFromOtherTab = false): Promise<void> {
    const before = this.get()
    const after = sessionReducer(before, event)
    this.#state.set(after)
    await Promise.all([...this.#listeners].map((listener) => listener({ event, before, after, isFromOtherTab })))
  }

  async #restoreRemembered(): Promise<boolean> {
    const restored = await this.#kept.restore()
    if (restored === null) return this.#kept.hasWayIn
    await this.#tell({ type: 'started', hasToken: true, ...this.#recall(restored.person) })
    return true
  }

  async #honourSignOut(): Promise<void> {
    const { access } = this.#kept
    // Somebody may have signed in while the vault was asked.
    if (!(await this.#kept.isSignedOut()) || this.#kept.access !== access) return
    this.#kept.forget()
    // Whoever has signed in since is in the vault as well.
    if (!(await this.#restoreRemembered())) await this.#tell({ type: 'signed_out' })
  }
}
