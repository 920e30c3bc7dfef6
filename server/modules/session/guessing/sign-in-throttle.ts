import { createHmac } from 'node:crypto'
import { asciiLower } from '#contract/text/search.ts'
import { siteOf } from '#server/base/network-of.ts'
import { Problem } from '#server/base/problem.ts'
import type { RequestSource } from '#server/base/request-source.ts'
import type { Sql } from '#server/db/db.ts'
import { noteSecurityEvent } from '#server/modules/security/security-service.ts'
import { countDelayedTry } from '#server/throttle/growing-delay.ts'
import { shouldReport } from '#server/throttle/report-once.ts'
import { runInTurn } from '#server/throttle/serial-runner.ts'
import { bucketOf, countTry } from '#server/throttle/throttle.ts'
import { type ForgivenTries, removeHit } from '#server/throttle/throttle-repository.ts'
import type { Account } from './account-repository.ts'
import type { HashCaller } from './hashing-queue.ts'
import { limitStrangers } from './limit-strangers.ts'

const WINDOW_MS = 15 * 60_000
const DAY_MS = 86_400_000
const TOO_MANY = 'Too many failed attempts to sign in. Try again later.'

/**
 * Failed sign-ins of an account from one network by unknown devices, or by one known device: after 10 in 15 minutes,
 * the next try must wait 1 s, then 2, 4 … 60 s, so at most 29 tries fit. A fixed limit would let a colleague lock the
 * owner out.
 */
const DEVICE_OR_NETWORK_DELAY = { free: 10, longestSeconds: 60, windowMs: WINDOW_MS, detail: TOO_MANY }
/** Failed sign-ins of a network in 15 minutes, over all accounts: the users of a yard share one address and mistype. */
const NETWORK_LIMIT = { name: null, most: 100, windowMs: WINDOW_MS, detail: TOO_MANY }
/** Successful sign-ins of an account from one network in 15 minutes: each adds a session and a line in the log. */
const SUCCESS_LIMIT = {
  name: null,
  most: 600,
  windowMs: WINDOW_MS,
  detail: 'Too many sign-ins to this account. Try again later.',
}
/**
 * Failed sign-ins of a whole IPv6 /48 in 15 minutes. A site or a customer of a tunnel has a /48, which contains 65,536
 * networks. The limit is high, because mobile carriers put the phones of strangers into one /48.
 */
const SITE_LIMIT = { name: null, most: 1_000, windowMs: WINDOW_MS, detail: TOO_MANY }
/** Failed sign-ins of an account from anywhere: after 20 in a day, the next try must wait 1 s, then 2, 4 … 60 s. */
const ACCOUNT_DELAY = { free: 20, longestSeconds: 60, windowMs: DAY_MS, detail: TOO_MANY }

/** One sign-in before its password is checked. */
export interface Attempt {
  readonly account: Account | null
  /** As typed, trimmed. */
  readonly email: string
  /** A UUID in lower case, or empty. */
  readonly device: string
  readonly source: RequestSource
  /** Keys the pseudonyms of unknown accounts in the security log. */
  readonly secret: Uint8Array
  readonly now: Date
}

/** The caller for the hashing queue, and the counters that a correct password resets. */
export interface Admission extends ForgivenTries {
  readonly waiting: HashCaller
}

const isWrong = (error: unknown) => error instanceof Problem && error.status === 401
const isLimitReached = (error: unknown) => error instanceof Problem && (error.status === 429 || error.status === 503)

/**
 * Runs `checkPassword` for a sign-in, unless there are too many tries: then throws 429 immediately. A try is counted
 * before the check. After a correct password `checkPassword` takes the counts back (see `ForgivenTries`); after any
 * failure except a wrong password, this function does. A device from which the user has signed in before has its own
 * count, so that no stranger can delay it. A try from any other device is counted four times: for the account, for the
 * account from this network, for the network, and for the /48 that contains the network. Successful sign-ins have a
 * separate limit.
 */
export function throttleSignIn<T>(
  sql: Sql,
  attempt: Attempt,
  checkPassword: (admission: Admission) => Promise<T>,
): Promise<T> {
  const { account } = attempt
  const checked = account?.is_known_device
    ? throttleKnownDevice(sql, attempt, account.id, checkPassword)
    : throttleStranger(sql, attempt, checkPassword)
  return checked.catch(async (error: unknown) => {
    if (isWrong(error)) await logEvent(sql, attempt, 'sign_in_refused', {})
    throw error
  })
}

/**
 * The key under which an account is counted: its id or, if none exists, the e-mail, lowered as in the database.
 */
const keyOf = ({ account, email }: Attempt): string => (account ? `user ${account.id}` : `email ${asciiLower(email)}`)

function throttleKnownDevice<T>(
  sql: Sql,
  attempt: Attempt,
  account: number,
  checkPassword: (admission: Admission) => Promise<T>,
) {
  const accountKey = keyOf(attempt)
  const own = bucketOf('sign-in device', accountKey, attempt.device)
  const admission = { waiting: { account }, bucketToClear: own, bucketsToLower: [] }
  return runInTurn(own, async () => {
    const counters = new TryCounters(sql, attempt)
    await counters.count('device', own, () => countDelayedTry(sql, own, DEVICE_OR_NETWORK_DELAY, attempt.now))
    return counters.takeBackUnlessWrong(() => counters.reserveSuccess(accountKey, () => checkPassword(admission)))
  })
}

function throttleStranger<T>(sql: Sql, attempt: Attempt, checkPassword: (admission: Admission) => Promise<T>) {
  const { now } = attempt
  const accountKey = keyOf(attempt)
  const { network } = attempt.source
  const site = siteOf(network)
  const ofSite = site === null ? [] : [bucketOf('sign-in site', site)]
  const [ofNetwork, ofAccountAndNetwork, ofAccount] = [
    bucketOf('sign-in network', network),
    bucketOf('sign-in account and network', accountKey, network),
    bucketOf('sign-in account', accountKey),
  ]
  const counters = new TryCounters(sql, attempt)
  const runCheck = () =>
    counters.takeBackUnlessWrong(async () => {
      await counters.count('network', ofNetwork, () => countTry(sql, ofNetwork, NETWORK_LIMIT, now))
      for (const bucket of ofSite) await counters.count('site', bucket, () => countTry(sql, bucket, SITE_LIMIT, now))
      await counters.count('account and network', ofAccountAndNetwork, () =>
        countDelayedTry(sql, ofAccountAndNetwork, DEVICE_OR_NETWORK_DELAY, now),
      )
      await counters.count('account', ofAccount, () => countDelayedTry(sql, ofAccount, ACCOUNT_DELAY, now))
      const admission = {
        waiting: { network },
        bucketToClear: null,
        bucketsToLower: [ofNetwork, ...ofSite, ofAccountAndNetwork, ofAccount],
      }
      return counters.reserveSuccess(accountKey, () =>
        counters.logIfLimited('at the same time', ofNetwork, () => checkPassword(admission)),
      )
    })
  const logRefusal = () => counters.logOnce('at the same time', ofNetwork)
  return limitStrangers(network, () => runInTurn(ofAccountAndNetwork, runCheck), logRefusal)
}

/** The counters that one sign-in was added to. */
class TryCounters {
  readonly #sql: Sql
  readonly #attempt: Attempt
  readonly #buckets: string[] = []
  constructor(sql: Sql, attempt: Attempt) {
    this.#sql = sql
    this.#attempt = attempt
  }

  /** Counts the try with `add`. If the limit is reached, logs that once per window. */
  async count(limit: string, bucket: string, add: () => Promise<void>): Promise<void> {
    await this.logIfLimited(limit, bucket, add)
    this.#buckets.push(bucket)
  }

  /** Runs the work. If it is refused because of a limit, logs that once per window. */
  async logIfLimited<T>(limit: string, bucket: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (isLimitReached(error)) await this.logOnce(limit, bucket)
      throw error
    }
  }

  /** Runs the work, and takes the try back if the work fails for any reason other than a wrong password. */
  async takeBackUnlessWrong<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      // A failure of the database is ignored here: the first error must be reported.
      if (!isWrong(error)) await this.#takeBack().catch(() => undefined)
      throw error
    }
  }

  /**
   * Counts the try as a successful sign-in of its account and network, runs the work, and takes the count back if it
   * fails.
   */
  async reserveSuccess<T>(accountKey: string, work: () => Promise<T>): Promise<T> {
    const { source, now } = this.#attempt
    const bucket = bucketOf('right sign-in', accountKey, source.network)
    await this.logIfLimited('right sign-ins', bucket, () => countTry(this.#sql, bucket, SUCCESS_LIMIT, now))
    try {
      return await work()
    } catch (error) {
      // A failure of the database is ignored here: the first error must be reported.
      await removeHit(this.#sql, bucket, now).catch(() => undefined)
      throw error
    }
  }

  async #takeBack(): Promise<void> {
    for (const bucket of this.#buckets) await removeHit(this.#sql, bucket, this.#attempt.now)
  }

  async logOnce(limit: string, bucket: string): Promise<void> {
    if (await shouldReport(this.#sql, { limit, bucket }, this.#attempt.now))
      await logEvent(this.#sql, this.#attempt, 'sign_in_throttled', { limit })
  }
}

/**
 * Logs the event. An unknown account gets a pseudonym that cannot be traced to the e-mail without the server's secret.
 */
async function logEvent(
  sql: Sql,
  { account, email, source, secret, now }: Attempt,
  kind: 'sign_in_refused' | 'sign_in_throttled',
  detail: Readonly<Record<string, string>>,
): Promise<void> {
  const pseudonym = account ? {} : { account: unknownAccount(secret, email) }
  const subject = account?.id ?? null
  await noteSecurityEvent(sql, source, { kind, at: now, actor: null, subject, detail: { ...detail, ...pseudonym } })
}

function unknownAccount(secret: Uint8Array, email: string): string {
  const key = createHmac('sha256', secret).update('accounts in the security log').digest()
  return createHmac('sha256', key).update(asciiLower(email)).digest('hex').slice(0, 16)
}
