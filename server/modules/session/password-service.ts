import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { MIN_PASSWORD } from '#contract/session/passwords.ts'
import { invalid, Problem } from '#server/base/problem.ts'
import {
  createHashingQueue,
  type HashCaller,
  HashingQueueIsFull,
  NetworkQueueIsFull,
} from './guessing/hashing-queue.ts'
import { networkBusy } from './guessing/limit-strangers.ts'
import { containsOwnNames, type PasswordOwner } from './guessing/own-names.ts'
import { isPattern } from './guessing/patterns.ts'
import { isPopular } from './guessing/popular-passwords.ts'

/**
 * argon2id is the library's default algorithm. Reasons for this cost: docs/decisions/security/0013-argon2id-cost.md.
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/**
 * Node's thread pool has four threads, which also read files and resolve host names: half of them stay free for that.
 * Up to three strangers per network wait, so that a network that floods the line only delays itself.
 */
const LIMITS = { maxParallel: 2, perNetwork: 3, strangers: 200 }
/** The contract allows users 32 characters; this is the limit of the server itself. */
const MAX_PASSWORD = 128

export type { PasswordOwner }

const line = createHashingQueue(LIMITS)

/** Each hash takes memory and a thread: a flood of sign-ins waits in line. Throws 429 or 503 when the line is full. */
async function runInLine<T>(waiting: HashCaller, work: () => Promise<T>): Promise<T> {
  return line(waiting, work).catch((error: unknown) => {
    if (error instanceof NetworkQueueIsFull) throw networkBusy()
    if (!(error instanceof HashingQueueIsFull)) throw error
    throw new Problem(503, { detail: 'Too many people are signing in. Try again in a moment.' }, { 'retry-after': '5' })
  })
}

/**
 * The password hash to store. Slow on purpose: avoid calling it inside a transaction.
 * @param waiting who waits for the hash: decides the place in line
 */
export const hashPassword = (password: string, waiting: HashCaller = 'server') =>
  runInLine(waiting, () => hash(password, COST))

/** Whether a password matches the hash; false if the hash is null. */
export const isPasswordOf = async (passwordHash: string | null, password: string, waiting: HashCaller = 'server') =>
  passwordHash !== null && (await runInLine(waiting, () => verify(passwordHash, password)))

/**
 * Checks passwords. A null hash (account missing, inactive or without a password) takes as long to check as any other.
 */
export interface Passwords {
  matches(passwordHash: string | null, password: string, waiting: HashCaller): Promise<boolean>
}

/** Created once at start: the substitute for missing hashes must exist before the first sign-in. */
export async function createPasswords(): Promise<Passwords> {
  const substituteHash = await hashPassword(randomBytes(32).toString('hex'))
  return {
    async matches(passwordHash, password, waiting) {
      const isRight = await isPasswordOf(passwordHash ?? substituteHash, password, waiting)
      return isRight && passwordHash !== null
    },
  }
}

/** Why the owner must not use this password, as on-screen text; null if the password is fine. */
export function passwordProblem(password: string, owner: PasswordOwner): string | null {
  if (password.length < MIN_PASSWORD) return `Password must contain at least ${MIN_PASSWORD} characters`
  if (password.length > MAX_PASSWORD) return `Password must contain at most ${MAX_PASSWORD} characters`
  // Full-width letters and similar variants are as easy to type as plain ones.
  const plain = password.normalize('NFKC')
  if (plain.toLowerCase() === owner.email.trim().toLowerCase()) return 'The password must not be the email address.'
  if (containsOwnNames(plain, owner))
    return 'The password must not contain the user’s name, the company’s name, or “Haulyard”.'
  if (isPattern(plain)) return 'This password repeats itself or follows the keyboard: choose another.'
  return isPopular(plain) ? 'This password is too common: choose another.' : null
}

/** Throws a 400 whose `field` explains why the owner must not use this password. */
export function assertGoodPassword(field: string, password: string, owner: PasswordOwner): void {
  const problem = passwordProblem(password, owner)
  if (problem !== null) throw invalid({ [field]: [problem] })
}
