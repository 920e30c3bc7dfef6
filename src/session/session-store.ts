import type { LoginForm } from '#contract/session/session.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import { setHostNote } from '#src/api/ask.ts'
import type { Credentials } from '#src/api/call.ts'
import { untilImpatient } from '#src/api/silence.ts'
import { askToSignIn } from './ask-to-sign-in.ts'
import type { WhyEnded } from './ends-session.ts'
import { Meeting } from './meeting.ts'
import { type Lock, type Memory, NO_MEMORY, type Recall } from './memory.ts'
import { endSession, Leaving } from './note-sign-out.ts'
import type { SessionNews, SessionPorts } from './session-ports.ts'
import { isOver, nobodySignedIn } from './session-state.ts'
import type { GivenKeys } from './tokens/get-keys.ts'
import { KeptSession } from './tokens/kept-session.ts'
import { KeyRing, type UsersSealer } from './tokens/key-ring.ts'
import { claimsOf } from './tokens/token-claims.ts'
import { type Refreshed, TokenRefresher } from './tokens/token-refresher.ts'
import type { KeptPerson } from './tokens/token-vault.ts'
import { ToldState } from './told-state.ts'

/** The session of this tab, kept in step with the cookies and the other tabs. */
export class SessionStore implements Credentials {
  readonly #ports: SessionPorts
  readonly #kept: KeptSession
  readonly #ring: KeyRing
  readonly #refresher: TokenRefresher
  readonly #told = new ToldState()
  readonly #meeting: Meeting
  #leaving = new Leaving()
  #recall: Recall = () => Promise.resolve(NO_MEMORY)

  constructor(ports: SessionPorts) {
    this.#ports = ports
    this.#kept = new KeptSession(ports)
    this.#ring = new KeyRing(ports)
    const onEnded = (used: string, why: WhyEnded) => this.#end(used, why)
    this.#refresher = new TokenRefresher({ kept: this.#kept, alone: ports.alone, onEnded })
    this.#meeting = new Meeting({
      ring: this.#ring,
      sub: () => claimsOf(this.#kept.access)?.sub,
      onMet: (user, keys) => this.#met(user, keys),
      onNotMet: (why) => void this.#told.tell({ type: 'not_met', why }),
      onAgain: () => this.get().why === 'later' && this.requireUser(),
    })
  }

  get = this.#told.get
  subscribe = this.#told.subscribe
  onChange = this.#told.onChange

  /**
   * Takes up the session, before the first frame. `recall` reads the device's memory of a user, where that has been lost with
   * what the vault knows. Without the user's key the device knows no one, whatever else it keeps.
   */
  async start(recall: Recall): Promise<void> {
    setHostNote(this.#ports.host)
    this.#recall = recall
    this.#ports.hearOthers((news) => this.#hear(news))
    const hasToken = this.#kept.hasWayIn
    // Not waited for: it is needed when a token is over, or the user leaves.
    if (hasToken) void this.#kept.recallHalf()
    const memory = hasToken ? await this.#remember() : NO_MEMORY
    // Unless another tab has signed a user in meanwhile.
    if (this.get() === nobodySignedIn)
      void this.#told.tell({ type: 'started', hasToken: this.#kept.hasWayIn, ...memory })
    void this.#honorSignOut()
  }

  /** What seals for the signed-in user, and opens what is stored for that one; null for any other. */
  sealerOf = (user: string): UsersSealer | null => this.#ring.sealerOf(user)

  /** To be called before the browser stops this tab. */
  noteFreeze = (): void => this.#kept.noteFreeze()
  /** Whether the user who is signed in on this device is the one that this tab has. */
  isStillHere = (): boolean => this.#kept.isStillOf(this.get().user)

  /** Keeps who this is where a killed browser still has it. */
  keepPerson = (person: KeptPerson): Promise<void> => this.#kept.keepPerson(person)

  token(): string | null {
    const { state, user } = this.get()
    const token = state === 'signed_out' ? null : this.#kept.access
    const claims = claimsOf(token)
    // Another tab may have signed somebody else in a moment ago: nothing of this tab's user goes out as that person.
    return user !== null && claims !== null && claims.sub !== String(user.id) ? null : token
  }

  refresh = (used: string): Promise<Refreshed> => this.#refresher.refresh(used)

  /** Throws an `ApiError`; after it nothing has changed here, though the host may have replaced its cookie of a former session. */
  async signIn(form: LoginForm): Promise<void> {
    const { rememberMe } = form
    // Alone, for its answer and that of a refresh set the same cookie; that of a sign-out on its way would take it away.
    this.#leaving.giveUp()
    this.#refresher.giveUp()
    const { user, keys } = await this.#ports.alone(async () => {
      const admission = await askToSignIn(form, this.#ring)
      await this.#kept.keep(admission.tokens, rememberMe)
      return admission
    })
    await this.#ring.adopt(String(user.id), keys, { isSignIn: true })
    const told = this.#told.tell({ type: 'signed_in', user })
    // Not after it: other tabs must let go of a former person's data before that is wiped, or they write it back.
    this.#ports.tellOthers({ type: 'signed_in', user, isRemembered: rememberMe })
    await told
  }

  /** Closes what is kept for the person until the server lets that person in again. */
  async lock(lock: Lock): Promise<void> {
    const { user } = this.get()
    this.#ring.letGo()
    const closed = lock === 'locked' && user !== null && this.#close(String(user.id))
    await Promise.all([this.#told.tell({ type: 'locked', lock }), closed])
  }

  /** The session goes on: at the next contact the server gives the keys for it. */
  async #close(user: string): Promise<void> {
    await this.#kept.recallHalf()
    await this.#ring.close(user)
    await this.#kept.keepHalf()
  }

  /** The device's side is done when this resolves; the server is told as well as may be, and never waited for. */
  async signOut(): Promise<void> {
    const { access } = this.#kept
    const ending = this.#kept.tokensToEnd()
    this.#kept.forget()
    const told = this.#told.tell({ type: 'signed_out', whose: claimsOf(access)?.sub })
    this.#ports.tellOthers({ type: 'signed_out' })
    // At once, not after the rest: this page may be closed at any moment.
    const noted = ending.then((tokens) => tokens && this.#leaving.note(tokens))
    // Nor after the half was read, which was asked for first: another user may sign in meanwhile.
    const [tellServer] = await Promise.all([noted, told, this.#kept.endInVault(access), this.#ring.forget()])
    tellServer?.()
  }

  /**
   * Who may enter the protected pages: null sends to the login page. The specification's rule: an access cookie, the
   * stored remember-me choice and a current user. The user is asked for each time, but only waited for when this
   * device knows none: a start without a network opens with the one it knows.
   */
  async requireUser(): Promise<CurrentUser | null> {
    if (!this.#kept.hasWayIn && !(await this.#restoreRemembered())) {
      void this.#ring.forgetUnless(() => this.#kept.isAnywhere())
      return null
    }
    const { state, user } = this.get()
    if (state === 'signed_out') return null
    const met = this.#meeting.meet()
    if (state === 'signed_in' && user !== null) {
      met.catch(() => undefined) // A refusal ends the session by itself, a dead network changes nothing.
      return user
    }
    // A connection that hangs holds nobody up: an answer that comes after all opens the page then.
    return Promise.race([met.catch(() => null), untilImpatient()])
  }

  async #met(user: CurrentUser, keys: GivenKeys | undefined): Promise<void> {
    // Signed out, or another user in, while the answers were on their way.
    const now = claimsOf(this.#kept.access)
    const isTheirs = now === null || now.sub === String(user.id)
    const mayOpen = this.get().state !== 'signed_out' && !isOver(this.get()) && this.#kept.hasWayIn && isTheirs
    if (keys !== undefined && mayOpen) await this.#ring.adopt(String(user.id), keys)
    await this.#told.tell({ type: 'met', user })
  }

  /** What the device knows of the user of the cookie: nothing without that one's key. */
  async #remember(person?: KeptPerson): Promise<Memory> {
    const sub = claimsOf(this.#kept.access)?.sub ?? null
    const key = await this.#ring.recall(sub)
    if (key === null) return { user: null, lock: this.#ring.isClosed(sub) ? 'locked' : null }
    const memory = await this.#recall(key.user, key.sealer, person)
    if (memory.lock === 'locked') await this.#close(key.user)
    if (memory.lock !== null) this.#ring.letGo()
    return memory
  }

  async #end(used: string, why: WhyEnded): Promise<void> {
    this.#kept.forget()
    await this.#kept.endInVault(used)
    if (this.#isSignedInAnew()) return
    const told = this.#told.tell({ type: 'ended', why, whose: claimsOf(used)?.sub })
    this.#ports.tellOthers({ type: 'ended', why })
    await Promise.all([told, this.#ring.forget()])
  }

  /** Whoever ends a session takes its tokens away: those that are there are of a sign-in since. */
  #isSignedInAnew(): boolean {
    return this.#kept.access !== null
  }

  #hear(news: SessionNews): void {
    if (news.type === 'signed_in') return void this.#join(news)
    if (news.type === 'ended' && this.#isSignedInAnew()) return
    this.#ring.letGo()
    this.#kept.letGo()
    void this.#told.tell(news.type === 'ended' ? { why: 'ended', ...news } : news, true)
  }

  /** Another tab has signed a user in, and stored that one's key. */
  async #join({ user, isRemembered }: Extract<SessionNews, { type: 'signed_in' }>): Promise<void> {
    this.#leaving.giveUp()
    this.#kept.choose(isRemembered)
    const [key] = await Promise.all([this.#ring.recall(String(user.id)), this.#kept.recallHalf()])
    const claims = claimsOf(this.#kept.access)
    // Signed out, or another user in, meanwhile.
    if (this.#kept.access === null || (claims !== null && claims.sub !== String(user.id))) return
    if (key !== null) return this.#told.tell({ type: 'signed_in', user }, true)
    // The browser keeps no keys: this tab asks for its own.
    this.#ring.letGo()
    await this.#told.tell({ type: 'started', hasToken: true, ...NO_MEMORY })
    await this.requireUser()
  }

  async #restoreRemembered(): Promise<boolean> {
    const restored = await this.#kept.restore()
    if (restored === null) return this.#kept.hasWayIn
    void this.#kept.recallHalf()
    await this.#told.tell({ type: 'started', hasToken: true, ...(await this.#remember(restored.person)) })
    return true
  }

  /** Cookies of a session that was signed out here may come back after a crash, which may also have lost what was noted. */
  async #honorSignOut(): Promise<void> {
    const { access } = this.#kept
    if (!(await this.#kept.isSignedOut())) return
    const tokens = await this.#kept.tokensToEnd()
    // A user may have signed in while the device was asked.
    if (this.#kept.access !== access) return
    this.#kept.forget()
    if (tokens) void endSession(tokens)
    // Whoever has signed in since is in the vault as well.
    if (await this.#restoreRemembered()) return
    const told = this.#told.tell({ type: 'signed_out', whose: claimsOf(access)?.sub })
    // Another tab has signed a user in for itself: that one's key stays.
    if (this.#isSignedInAnew()) return this.#ring.letGo()
    this.#ports.tellOthers({ type: 'signed_out' })
    await Promise.all([told, this.#ring.forget()])
  }
}
