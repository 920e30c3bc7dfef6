import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { MIN_PASSWORD } from '#contract/session/passwords.ts'
import { invalid, Problem } from '#server/base/problem.ts'
import { createHashingLine, LineIsFull, NetworkIsWaiting, type Waiting } from './guessing/hashing-line.ts'
import { namesItsOwner, type PasswordOwner } from './guessing/own-names.ts'
import { isPattern } from './guessing/patterns.ts'
import { isPopular } from './guessing/popular-passwords.ts'
import { networkIsBusy } from './guessing/strangers.ts'

/** argon2id is the library's default algorithm; why this cost: docs/decisions/security/0013-argon2id-cost.md. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/**
 * Node's pool of four threads also reads files and asks for names: half of it stays free for that. Three of a network wait,
 * so that one that floods the line holds up itself.
 */
const LIMITS = { atOnce: 2, perNetwork: 3, strangers: 200 }
/** The contract lets people set 32; this is what the server itself would take. */
const MAX_PASSWORD = 128

export type { PasswordOwner }

const line = createHashingLine(LIMITS)

/** Hashing takes memory and a thread each: a flood of sign-ins waits in line, and what the line can't hold is a 429 or 503. */
async function inLine<T>(waiting: Waiting, work: () => Promise<T>): Promise<T> {
  return line(waiting, work).catch((error: unknown) => {
    if (error instanceof NetworkIsWaiting) throw networkIsBusy()
    if (!(error instanceof LineIsFull)) throw error
    throw new Problem(503, { detail: 'Too many people are signing in. Try again in a moment.' }, { 'retry-after': '5' })
  })
}

/**
 * The hash to keep of a password: slow on purpose, so never inside a transaction if that can be helped.
 * @param waiting who asks for it
 */
export const hashPassword = (password: string, waiting: Waiting = 'server') =>
  inLine(waiting, () => hash(password, COST))

/** Whether a password is the one that was hashed; nobody's when there is no hash. */
export const isPasswordOf = async (passwordHash: string | null, password: string, waiting: Waiting = 'server') =>
  passwordHash !== null && (await inLine(waiting, () => verify(passwordHash, password)))

/** Checks passwords. An account that is missing, inactive or has no password is checked as slowly as any other. */
export interface Passwords {
  matches(passwordHash: string | null, password: string, waiting: Waiting): Promise<boolean>
}

/** Made once at start: the hash that stands in where there is none must exist before the first login. */
export async function createPasswords(): Promise<Passwords> {
  const nobodys = await hashPassword(randomBytes(32).toString('hex'))
  return {
    async matches(passwordHash, password, waiting) {
      const isRight = await isPasswordOf(passwordHash ?? nobodys, password, waiting)
      return isRight && passwordHash !== null
    },
  }
}

/** What is wrong with a password that this person wants to have; null when nothing is. */
export function passwordFault(password: string, owner: PasswordOwner): string | null {
  if (password.length < MIN_PASSWORD) return `Password must contain at least ${MIN_PASSWORD} characters`
  if (password.length > MAX_PASSWORD) return `Password must contain at most ${MAX_PASSWORD} characters`
  // Letters of full width and the like are typed as quickly as any.
  const plain = password.normalize('NFKC')
  if (plain.toLowerCase() === owner.email.trim().toLowerCase()) return 'The password must not be the email address.'
  if (namesItsOwner(plain, owner))
    return 'The password must not contain the user’s name, the company’s name, or “Haulyard”.'
  if (isPattern(plain)) return 'This password repeats itself or follows the keyboard: choose another.'
  return isPopular(plain) ? 'This password is too common: choose another.' : null
}

/** Throws the 400 that says at `field` why the person should not have this password; the one place of these rules. */
export function assertGoodPassword(field: string, password: string, owner: PasswordOwner): void {
  const fault = passwordFault(password, owner)
  if (fault !== null) throw invalid({ [field]: [fault] })
}
