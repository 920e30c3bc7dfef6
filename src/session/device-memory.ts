import type { CurrentUser } from '#contract/wire/current-user.ts'
import type { Sealer } from '#src/seal/sealer.ts'
import type { StoredUser } from './tokens/token-vault.ts'

/** Opens what this device has stored about a user; `person`: the vault's sealed copy, if the vault was read. */
export type ReadDeviceMemory = (userId: string, sealer: Sealer, person?: StoredUser) => Promise<DeviceMemory>

export interface DeviceMemory {
  /** The current user as this device last stored it. */
  readonly user: CurrentUser | null
  /** Why the stored data stays closed until the server responds; null when it is open. */
  readonly lock: DataLock | null
}

/**
 * `locked`: the server has not responded for too long. `wrong_clock`: by the device's clock the last response lies far
 * in the future, so its age is unknown; the data opens again when the clock is set right.
 */
export type DataLock = 'locked' | 'wrong_clock'

export const NO_MEMORY: DeviceMemory = { user: null, lock: null }
