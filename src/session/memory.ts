import type { CurrentUser } from '#contract/current-user.ts'
import type { Sealer } from '#src/seal/sealer.ts'
import type { KeptPerson } from './token-vault.ts'

/** Reads the device's memory of a user, sealed as it is; `person`: what the vault knows, where it was asked. */
export type Recall = (userId: string, sealer: Sealer, person?: KeptPerson) => Promise<Memory>

export interface Memory {
  /** The current user as this device knew it last. */
  readonly user: CurrentUser | null
  /** True when the server has not been heard for so long that the data is closed until it is. */
  readonly isLocked: boolean
}

export const NO_MEMORY: Memory = { user: null, isLocked: false }
