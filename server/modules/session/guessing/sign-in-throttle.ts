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
 * the next try must wait 1 s, then 2, 4 … 60 s, which allows 29 at most. A fixed limit would let a colleague lock the
 * owner out.
 */
const NETWORK_DELAY = { free: 10, longestSeconds: 60, windowMs: WINDOW_MS, detail: TOO_MANY }
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

/**
 * How a sign-in waits for its hash, and which earlier failures a correct password forgives: those of its own device.
 */
export interface Admission extends ForgivenTries {
  readonly waiting: HashCaller
}

const isWrong = (error: unknown) => error instanceof Problem && error.status === 401
const isLimitReached = (error: unknown) => error instanceof Problem && (error.status === 429 || error.status === 503)

/**
 * Runs `judge` for a sign-in, unless there are too many tries: then throws 429 immediately. A try is counted before it
 * is judged, and the count is taken back unless the password was wrong. A device from which the user has signed in
 * before has its own count, so that no stranger can delay it. Every other device counts for the account from anywhere,
 * for the account from its network, for that network, and for the /48 that contains the network. Successful sign-ins
 * have a separate limit.
 */
export function judgeSignIn<T>(sql: Sql, attempt: Attempt, judge: (admission: Admission) => Promise<T>): Promise<T> {
  const { account } = attempt
  const judgment = account?.is_known_device
    ? judgeKnown(sql, attempt, account.id, judge)
    : judgeStranger(sql, attempt, judge)
  return judgment.catch(async (error: unknown) => {
    if (isWrong(error)) await logEvent(sql, attempt, 'sign_in_refused', {})
    throw error
  })
}

/**
 * The key under which an account is counted: its id or, if none exists, the e-mail, folded as the database folds it.
 */
const keyOf = ({ account, email }: Attempt): string => (account ? `user ${account.id}` : `email ${asciiLower(email)}`)

function judgeKnown<T>(sql: Sql, attempt: Attempt, account: number, judge: (admission: Admission) => Promise<T>) {
  const who = keyOf(attempt)
  const own = bucketOf('sign-in device', who, attempt.device)
  const admission = { waiting: { account }, forget: own, takeBack: [] }
  return runInTurn(own, async () => {
    const counters = new TryCounters(sql, attempt)
    await counters.count('device', own, () => countDelayedTry(sql, own, NETWORK_DELAY, attempt.now))
    return counters.keepIfWrong(() => counters.countSuccess(who, () => judge(admission)))
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
  const counters = new TryCounters(sql, attempt)
  const runJudgment = () =>
    counters.keepIfWrong(async () => {
      await counters.count('network', ofNetwork, () => countTry(sql, ofNetwork, NETWORK_LIMIT, now))
      for (const bucket of ofSite) await counters.count('site', bucket, () => countTry(sql, bucket, SITE_LIMIT, now))
      await counters.count('account and network', here, () => countDelayedTry(sql, here, NETWORK_DELAY, now))
      await counters.count('account', anywhere, () => countDelayedTry(sql, anywhere, ACCOUNT_DELAY, now))
      const admission = { waiting: { network }, forget: null, takeBack: [ofNetwork, ...ofSite, here, anywhere] }
      return counters.countSuccess(who, () =>
        counters.logIfLimited('at the same time', ofNetwork, () => judge(admission)),
      )
    })
  const logRefusal = () => counters.noteOnce('at the same time', ofNetwork)
  return limitStrangers(network, () => runInTurn(here, runJudgment), logRefusal)
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
      if (isLimitReached(error)) await this.noteOnce(limit, bucket)
      throw error
    }
  }

  /** Runs the work, and takes the try back if the work fails for any reason other than a wrong password. */
  async keepIfWrong<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      // If the database fails, the first error must be reported.
      if (!isWrong(error)) await this.#takeBack().catch(() => undefined)
      throw error
    }
  }

  /**
   * Counts the try as a successful sign-in of its account and network, runs the work, and takes the count back if it
   * fails.
   */
  async countSuccess<T>(who: string, work: () => Promise<T>): Promise<T> {
    const { source, now } = this.#attempt
    const bucket = bucketOf('right sign-in', who, source.network)
    await this.logIfLimited('right sign-ins', bucket, () => countTry(this.#sql, bucket, SUCCESS_LIMIT, now))
    try {
      return await work()
    } catch (error) {
      // If the database fails, the first error must be reported.
      await removeHit(this.#sql, bucket, now).catch(() => undefined)
      throw error
    }
  }

  async #takeBack(): Promise<void> {
    for (const bucket of this.#buckets) await removeHit(this.#sql, bucket, this.#attempt.now)
  }

  async noteOnce(limit: string, bucket: string): Promise<void> {
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
  const named = account ? {} : { account: unknownAccount(secret, email) }
  const subject = account?.id ?? null
  await noteSecurityEvent(sql, source, { kind, at: now, actor: null, subject, detail: { ...detail, ...named } })
}

function unknownAccount(secret: Uint8Array, email: string): string {
  const key = createHmac('sha256', secret).update('accounts in the security log').digest()
  return createHmac('sha256', key).update(asciiLower(email)).digest('hex').slice(0, 16)
}
