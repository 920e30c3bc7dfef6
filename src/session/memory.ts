import type { CurrentUser } from '#contract/wire/current-user.ts'
import type { Sealer } from '#src/seal/sealer.ts'
import type { KeptPerson } from './tokens/token-vault.ts'

/** Reads the device's memory of a user, sealed as it is; `person`: what the vault knows, where it was asked. */
export type Recall = (userId: string, sealer: Sealer, person?: KeptPerson) => Promise<Memory>

export interface Memory {
  /** The current user as this device knew it last. */
  readonly user: CurrentUser | null
  /** Why the data is closed until the server is heard; null where it is not. */
  readonly lock: Lock | null
}

/** The server has not been heard for too long; or the clock says that it will be: set right, that opens it again. */
export type Lock = 'locked' | 'wrong_clock'

export const NO_MEMORY: Memory = { user: null, lock: null }
