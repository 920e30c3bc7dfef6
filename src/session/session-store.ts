import type { LoginForm } from '#contract/session/session.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import type { Credentials } from '#src/api/call.ts'
import { setHostProofNote } from '#src/api/fetch-verified.ts'
import { untilSilenceLimit } from '#src/api/silence.ts'
import { CurrentUserRequest } from './current-user-request.ts'
import { type DataLock, type DeviceMemory, NO_MEMORY, type ReadDeviceMemory } from './device-memory.ts'
import { endSessionAtServer, SignOutReporter } from './report-sign-out.ts'
import { requestSignIn } from './request-sign-in.ts'
import type { EndReason } from './session-end.ts'
import type { SessionNews, SessionPorts } from './session-ports.ts'
import { SessionPublisher } from './session-publisher.ts'
import { isEndedByServer, SIGNED_OUT_STATE } from './session-state.ts'
import { KeyRing, type UserSealer } from './tokens/key-ring.ts'
import type { ServerKeys } from './tokens/server-keys.ts'
import { StoredSession } from './tokens/stored-session.ts'
import { claimsOf } from './tokens/token-claims.ts'
import { type RefreshOutcome, TokenRefresher } from './tokens/token-refresher.ts'
import type { StoredUser } from './tokens/token-vault.ts'

/** The session of this tab, kept in sync with the cookies and the other tabs. */
export class SessionStore implements Credentials {
  readonly #ports: SessionPorts
  readonly #stored: StoredSession
  readonly #ring: KeyRing
  readonly #refresher: TokenRefresher
  readonly #publisher = new SessionPublisher()
  readonly #userRequest: CurrentUserRequest
  #signOutReporter = new SignOutReporter()
  #readMemory: ReadDeviceMemory = () => Promise.resolve(NO_MEMORY)

  constructor(ports: SessionPorts) {
    this.#ports = ports
    this.#stored = new StoredSession(ports)
    this.#ring = new KeyRing(ports)
    const onEnded = (used: string, why: EndReason) => this.#end(used, why)
    this.#refresher = new TokenRefresher({ stored: this.#stored, withRefreshLock: ports.runExclusively, onEnded })
    this.#userRequest = new CurrentUserRequest({
      ring: this.#ring,
      sub: () => claimsOf(this.#stored.access)?.sub,
      onUser: (user, keys) => this.#acceptUser(user, keys),
      onUnanswered: (why) => void this.#publisher.publish({ type: 'unconfirmed', why }),
      onRetry: () => this.get().why === 'later' && this.requireUser(),
    })
  }

  get = this.#publisher.get
  subscribe = this.#publisher.subscribe
  onChange = this.#publisher.onChange

  /**
   * Restores the session before the first frame. `readMemory` reads the device's memory of a user, with the vault's
   * copy as a fallback. Without the user's key the device does not know any user, whatever else it has stored.
   */
  async start(readMemory: ReadDeviceMemory): Promise<void> {
    setHostProofNote(this.#ports.host)
    this.#readMemory = readMemory
    this.#ports.onTabNews((news) => this.#onTabNews(news))
    const hasToken = this.#stored.canEnter
    // Not awaited: the half is needed only when a token expires or the user signs out.
    if (hasToken) void this.#stored.loadHalf()
    const memory = hasToken ? await this.#loadMemory() : NO_MEMORY
    // Skipped if another tab has signed a user in meanwhile.
    if (this.get() === SIGNED_OUT_STATE)
      void this.#publisher.publish({ type: 'started', hasToken: this.#stored.canEnter, ...memory })
    void this.#honorSignOut()
  }

  /** The sealer of the signed-in user; null for any other user. */
  sealerOf = (user: string): UserSealer | null => this.#ring.sealerOf(user)

  /** Call before the browser freezes this tab. */
  noteFreeze = (): void => this.#stored.noteFreeze()
  /** Whether the user of this tab is still the user who is signed in on this device. */
  isSameUserSignedIn = (): boolean => this.#stored.isSessionOf(this.get().user)

  /** Stores the remembered user in the vault, where it survives a killed browser. */
  saveUser = (person: StoredUser): Promise<void> => this.#stored.saveUser(person)

  token(): string | null {
    const { state, user } = this.get()
    const token = state === 'signed_out' ? null : this.#stored.access
    const claims = claimsOf(token)
    // Another tab might just have signed another user in: this tab's requests must not go out as that user.
    return user !== null && claims !== null && claims.sub !== String(user.id) ? null : token
  }

  refresh = (used: string): Promise<RefreshOutcome> => this.#refresher.refresh(used)

  /**
   * Throws an `ApiError`; nothing has changed here then, but the host may have replaced the cookie of a former session.
   */
  async signIn(form: LoginForm): Promise<void> {
    const { rememberMe } = form
    // Under the lock: the responses to a sign-in and to a refresh set the same cookie. Sign-outs in flight are aborted,
    // because their responses would delete it.
    this.#signOutReporter.giveUp()
    this.#refresher.giveUp()
    const { user, keys } = await this.#ports.runExclusively(async () => {
      const admission = await requestSignIn(form, this.#ring)
      await this.#stored.save(admission.tokens, rememberMe)
      return admission
    })
    await this.#ring.adopt(String(user.id), keys, { isSignIn: true })
    const published = this.#publisher.publish({ type: 'signed_in', user })
    // Not after `published`: other tabs must drop a former user's data before it is wiped, or they write it back.
    this.#ports.notifyTabs({ type: 'signed_in', user, isRemembered: rememberMe })
    await published
  }

  /** Closes the user's stored data until the server confirms the user again. */
  async lock(lock: DataLock): Promise<void> {
    const { user } = this.get()
    this.#ring.forgetInTab()
    const storesClosed = lock === 'locked' && user !== null && this.#closeStores(String(user.id))
    await Promise.all([this.#publisher.publish({ type: 'locked', lock }), storesClosed])
  }

  /** Forgets the keys but not the session: at the next contact the server returns the keys again. */
  async #closeStores(user: string): Promise<void> {
    await this.#stored.loadHalf()
    await this.#ring.close(user)
    await this.#stored.saveHalf()
  }

  /** Resolves when the device has signed out. The server is told best effort, and never awaited. */
  async signOut(): Promise<void> {
    const { access } = this.#stored
    const tokensToEnd = this.#stored.tokensToEnd()
    this.#stored.forget()
    const published = this.#publisher.publish({ type: 'signed_out', userId: claimsOf(access)?.sub })
    this.#ports.notifyTabs({ type: 'signed_out' })
    // Started immediately, not after the rest: the user may close this page at any moment.
    const prepared = tokensToEnd.then((tokens) => tokens && this.#signOutReporter.note(tokens))
    // These don't wait for `tokensToEnd`, which may read storage: another user may sign in meanwhile.
    const [reportToServer] = await Promise.all([
      prepared,
      published,
      this.#stored.endInVault(access),
      this.#ring.forget(),
    ])
    reportToServer?.()
  }

  /**
   * The user who may enter the protected pages; null sends to the login page. The specification requires an access
   * cookie, the stored remember-me choice and a current user. The user is requested each time, but only awaited when
   * this device does not know the user: a start without a network opens with the known user.
   */
  async requireUser(): Promise<CurrentUser | null> {
    if (!this.#stored.canEnter && !(await this.#restoreRemembered())) {
      void this.#ring.forgetIfSignedOut(() => this.#stored.isStoredAnywhere())
      return null
    }
    const { state, user } = this.get()
    if (state === 'signed_out') return null
    const pendingUser = this.#userRequest.load()
    if (state === 'signed_in' && user !== null) {
      pendingUser.catch(() => undefined) // A refusal ends the session elsewhere; a missing network changes nothing.
      return user
    }
    // A hanging connection leads to the login page after the silence limit; a late response then opens the page.
    return Promise.race([pendingUser.catch(() => null), untilSilenceLimit()])
  }

  async #acceptUser(user: CurrentUser, keys: ServerKeys | undefined): Promise<void> {
    // The user may have signed out, or another user signed in, while the request was pending.
    const now = claimsOf(this.#stored.access)
    const isTheirs = now === null || now.sub === String(user.id)
    const mayOpen =
      this.get().state !== 'signed_out' && !isEndedByServer(this.get()) && this.#stored.canEnter && isTheirs
    if (keys !== undefined && mayOpen) await this.#ring.adopt(String(user.id), keys)
    await this.#publisher.publish({ type: 'confirmed', user })
  }

  /** The device's memory of the user in the access cookie; empty without that user's key. */
  async #loadMemory(person?: StoredUser): Promise<DeviceMemory> {
    const sub = claimsOf(this.#stored.access)?.sub ?? null
    const key = await this.#ring.loadStoredKey(sub)
    if (key === null) return { user: null, lock: this.#ring.isClosed(sub) ? 'locked' : null }
    const memory = await this.#readMemory(key.user, key.sealer, person)
    if (memory.lock === 'locked') await this.#closeStores(key.user)
    if (memory.lock !== null) this.#ring.forgetInTab()
    return memory
  }

  async #end(used: string, why: EndReason): Promise<void> {
    this.#stored.forget()
    await this.#stored.endInVault(used)
    if (this.#isSignedInAgain()) return
    const published = this.#publisher.publish({ type: 'ended', why, userId: claimsOf(used)?.sub })
    this.#ports.notifyTabs({ type: 'ended', why })
    await Promise.all([published, this.#ring.forget()])
  }

  /**
   * Whether a user has signed in since the session ended: its own tokens are gone, so any token belongs to a newer
   * sign-in.
   */
  #isSignedInAgain(): boolean {
    return this.#stored.access !== null
  }

  #onTabNews(news: SessionNews): void {
    if (news.type === 'signed_in') return void this.#join(news)
    if (news.type === 'ended' && this.#isSignedInAgain()) return
    this.#ring.forgetInTab()
    this.#stored.forgetInTab()
    void this.#publisher.publish(news.type === 'ended' ? { why: 'ended', ...news } : news, true)
  }

  /** Joins the session of a user who signed in in another tab; that tab has stored the user's key. */
  async #join({ user, isRemembered }: Extract<SessionNews, { type: 'signed_in' }>): Promise<void> {
    this.#signOutReporter.giveUp()
    this.#stored.choose(isRemembered)
    const [key] = await Promise.all([this.#ring.loadStoredKey(String(user.id)), this.#stored.loadHalf()])
    const claims = claimsOf(this.#stored.access)
    // The user may have signed out, or another user signed in, meanwhile.
    if (this.#stored.access === null || (claims !== null && claims.sub !== String(user.id))) return
    if (key !== null) return this.#publisher.publish({ type: 'signed_in', user }, true)
    // The browser stores no keys: this tab requests its own copy.
    this.#ring.forgetInTab()
    await this.#publisher.publish({ type: 'started', hasToken: true, ...NO_MEMORY })
    await this.requireUser()
  }

  async #restoreRemembered(): Promise<boolean> {
    const restored = await this.#stored.restore()
    if (restored === null) return this.#stored.canEnter
    void this.#stored.loadHalf()
    await this.#publisher.publish({ type: 'started', hasToken: true, ...(await this.#loadMemory(restored.person)) })
    return true
  }

  /**
   * Signs out again if cookies of a signed-out session came back after a crash, which may also have lost the server
   * note.
   */
  async #honorSignOut(): Promise<void> {
    const { access } = this.#stored
    if (!(await this.#stored.isSignedOut())) return
    const tokens = await this.#stored.tokensToEnd()
    // A user may have signed in while storage was read.
    if (this.#stored.access !== access) return
    this.#stored.forget()
    if (tokens) void endSessionAtServer(tokens)
    // A user who has signed in since is in the vault.
    if (await this.#restoreRemembered()) return
    const published = this.#publisher.publish({ type: 'signed_out', userId: claimsOf(access)?.sub })
    // Another tab has signed a user in without remember-me: that user's key must stay on the device.
    if (this.#isSignedInAgain()) return this.#ring.forgetInTab()
    this.#ports.notifyTabs({ type: 'signed_out' })
    await Promise.all([published, this.#ring.forget()])
  }
}
