import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** OWASP's second choice for argon2id (the library's default algorithm): 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string) => hash(password, COST)

/** Checks passwords. An account that is missing, inactive or has no password is checked as slowly as any other. */
export interface Passwords {
  matches(passwordHash: string | null, password: string): Promise<boolean>
}

/** Made once at start: the hash that stands in where there is none must exist before the first login. */
export async function createPasswords(): Promise<Passwords> {
  const nobodys = await hashPassword(randomBytes(32).toString('hex'))
  return {
    async matches(passwordHash, password) {
      const isRight = await verify(passwordHash ?? nobodys, password)
      return isRight && passwordHash !== null
    },
  }
}
