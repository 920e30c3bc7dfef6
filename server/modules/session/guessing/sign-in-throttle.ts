import { createHmac } from 'node:crypto'
import { asciiLower } from '#contract/text/search.ts'
import { siteOf } from '#server/base/network-of.ts'
import { Problem } from '#server/base/problem.ts'
import type { RequestSource } from '#server/base/request-source.ts'
import type { Sql } from '#server/db/db.ts'
import { noteSecurityEvent } from '#server/modules/security/security-service.ts'
import { countDelayedTry } from '#server/throttle/growing-delay.ts'
import { bucketOf, countTry } from '#server/throttle/throttle.ts'
import { type Forgiven, removeHit } from '#server/throttle/throttle-repository.ts'
import { isToBeTold } from '#server/throttle/told-once.ts'
import { inTurn } from '#server/throttle/turns.ts'
import type { Account } from './account-repository.ts'
import type { Waiting } from './hashing-line.ts'
import { amongStrangers } from './strangers.ts'

const WINDOW_MS = 15 * 60_000
const DAY_MS = 86_400_000
const TOO_MANY = 'Too many failed attempts to sign in. Try again later.'

/**
 * Failures of an account from one network by devices that it does not know, and by one that it knows: after 10 in 15 minutes the
 * next one waits 1 s, then 2, 4 … 60, which makes 29 at most. A fixed limit would let a colleague lock the owner out.
 */
const HERE = { free: 10, longestSeconds: 60, windowMs: WINDOW_MS, detail: TOO_MANY }
/** Failures of a network in 15 minutes, over all accounts: a yard's users share one address, and mistype. */
const NETWORK_LIMIT = { name: null, most: 100, windowMs: WINDOW_MS, detail: TOO_MANY }
/** Sign-ins of an account in 15 minutes from one network that were right: each leaves a session and a line in the log. */
const RIGHT_LIMIT = {
  name: null,
  most: 600,
  windowMs: WINDOW_MS,
  detail: 'Too many sign-ins to this account. Try again later.',
}
/**
 * The same of a whole IPv6 /48, of which one site, or one customer of a tunnel, has 65,536 networks. Many, because carriers put
 * the phones of strangers into one.
 */
const SITE_LIMIT = { name: null, most: 1_000, windowMs: WINDOW_MS, detail: TOO_MANY }
/** Failures of an account from anywhere: after 20 in a day the next one waits 1 s, then 2, 4 … 60. */
const ANYWHERE = { free: 20, longestSeconds: 60, windowMs: DAY_MS, detail: TOO_MANY }

/** One sign-in, before it is judged. */
export interface Attempt {
  readonly account: Account | null
  /** As it was typed, without blanks around. */
  readonly email: string
  /** A UUID in lower case, or empty. */
  readonly device: string
  readonly source: RequestSource
  /** Names accounts that there are not in the security log, without telling them. */
  readonly secret: Uint8Array
  readonly now: Date
}

/** Where a sign-in waits for its hash, and what it forgives when it is right: what its own device did wrong before. */
export interface Admission extends Forgiven {
  readonly waiting: Waiting
}

const isWrong = (error: unknown) => error instanceof Problem && error.status === 401
const isTooMuch = (error: unknown) => error instanceof Problem && (error.status === 429 || error.status === 503)

/**
 * Has a sign-in judged, unless it is one too many: then 429 at once. It counts before it is judged; what was no wrong
 * password is taken back. A device from which the user has signed in before has a count of its own, so that no stranger
 * can hold it up; all others count for the account from anywhere, for the account from their network, for
 * that network, and for the /48 that it is a part of. Those that are right have a limit of their own.
 */
export function judgeSignIn<T>(sql: Sql, attempt: Attempt, judge: (admission: Admission) => Promise<T>): Promise<T> {
  const { account } = attempt
  const judgment = account?.is_known_device
    ? judgeKnown(sql, attempt, account.id, judge)
    : judgeStranger(sql, attempt, judge)
  return judgment.catch(async (error: unknown) => {
    if (isWrong(error)) await note(sql, attempt, 'sign_in_refused', {})
    throw error
  })
}

/** What an account is counted under: its id; where there is none the e-mail, folded as the database folds it. */
const keyOf = ({ account, email }: Attempt): string => (account ? `user ${account.id}` : `email ${asciiLower(email)}`)

function judgeKnown<T>(sql: Sql, attempt: Attempt, account: number, judge: (admission: Admission) => Promise<T>) {
  const who = keyOf(attempt)
  const own = bucketOf('sign-in device', who, attempt.device)
  const admission = { waiting: { account }, forget: own, takeBack: [] }
  return inTurn(own, async () => {
    const taken = new Taken(sql, attempt)
    await taken.count('device', own, () => countDelayedTry(sql, own, HERE, attempt.now))
    return taken.unlessWrong(() => taken.ifRight(who, () => judge(admission)))
  })
}

function judgeStranger<T>(sql: Sql, attempt: Attempt, judge: (admission: Admission) => Promise<T>) {
  const { now } = attempt
  const who = keyOf(attempt)
  const { network } = attempt.source
  const site = siteOf(network)
  const ofSite = site === null ? [] : [bucketOf('sign-in site', site)]
  const [ofNetwork, here, anywhere] = [
    bucketOf('sign-in network', network),
    bucketOf('sign-in account and network', who, network),
    bucketOf('sign-in account', who),
  ]
  const taken = new Taken(sql, attempt)
  const judged = () =>
    taken.unlessWrong(async () => {
      await taken.count('network', ofNetwork, () => countTry(sql, ofNetwork, NETWORK_LIMIT, now))
      for (const bucket of ofSite) await taken.count('site', bucket, () => countTry(sql, bucket, SITE_LIMIT, now))
      await taken.count('account and network', here, () => countDelayedTry(sql, here, HERE, now))
      await taken.count('account', anywhere, () => countDelayedTry(sql, anywhere, ANYWHERE, now))
      const admission = { waiting: { network }, forget: null, takeBack: [ofNetwork, ...ofSite, here, anywhere] }
      return taken.ifRight(who, () => taken.told('at the same time', ofNetwork, () => judge(admission)))
    })
  const tell = () => taken.noteOnce('at the same time', ofNetwork)
  return amongStrangers(network, () => inTurn(here, judged), tell)
}

/** The counts that one sign-in has been added to. */
class Taken {
  readonly #sql: Sql
  readonly #attempt: Attempt
  readonly #buckets: string[] = []
  constructor(sql: Sql, attempt: Attempt) {
    this.#sql = sql
    this.#attempt = attempt
  }

  /** Adds the try by `add`; that there are too many is logged once in the window. */
  async count(limit: string, bucket: string, add: () => Promise<void>): Promise<void> {
    await this.told(limit, bucket, add)
    this.#buckets.push(bucket)
  }

  /** Does the work; that it was refused because there is too much of it is logged once in the window. */
  async told<T>(limit: string, bucket: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (isTooMuch(error)) await this.noteOnce(limit, bucket)
      throw error
    }
  }

  /** Does the work, and takes the try back where it fails for anything else than a wrong password. */
  async unlessWrong<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      // Where the database is what fails, that is what must be heard of.
      if (!isWrong(error)) await this.#takeBack().catch(() => undefined)
      throw error
    }
  }

  /** Does the work of a sign-in that counts among the right ones of its account and network, and takes that back where it is none. */
  async ifRight<T>(who: string, work: () => Promise<T>): Promise<T> {
    const { source, now } = this.#attempt
    const bucket = bucketOf('right sign-in', who, source.network)
    await this.told('right sign-ins', bucket, () => countTry(this.#sql, bucket, RIGHT_LIMIT, now))
    try {
      return await work()
    } catch (error) {
      // Where the database is what fails, that is what must be heard of.
      await removeHit(this.#sql, bucket, now).catch(() => undefined)
      throw error
    }
  }

  async #takeBack(): Promise<void> {
    for (const bucket of this.#buckets) await removeHit(this.#sql, bucket, this.#attempt.now)
  }

  async noteOnce(limit: string, bucket: string): Promise<void> {
    if (await isToBeTold(this.#sql, { limit, bucket }, this.#attempt.now))
      await note(this.#sql, this.#attempt, 'sign_in_throttled', { limit })
  }
}

/** An account that there is not is named by what tells apart and can't be looked up without the server's secret. */
async function note(
  sql: Sql,
  { account, email, source, secret, now }: Attempt,
  kind: 'sign_in_refused' | 'sign_in_throttled',
  detail: Readonly<Record<string, string>>,
): Promise<void> {
  const named = account ? {} : { account: unknownAccount(secret, email) }
  const subject = account?.id ?? null
  await noteSecurityEvent(sql, source, { kind, at: now, actor: null, subject, detail: { ...detail, ...named } })
}

function unknownAccount(secret: Uint8Array, email: string): string {
  const key = createHmac('sha256', secret).update('accounts in the security log').digest()
  return createHmac('sha256', key).update(asciiLower(email)).digest('hex').slice(0, 16)
}
