import { reportTrouble, setInputFits } from '../query-storage/storage-trouble.ts'
import { isFull } from './is-full.ts'

let making: Promise<boolean> | null = null
/** What was deleted last was not enough. Deleting more would cost the user more lists, and hardly help. */
let wasInVain = false

/** The user waits for the room: what takes longer than this, in milliseconds, helps only a later write. */
const MAX_WAIT_MS = 5_000
const tooLate = () => new Promise<false>((resolve) => setTimeout(resolve, MAX_WAIT_MS, false))

async function madeRoom(): Promise<boolean> {
  try {
    const { makeRoom } = await import('./make-room.ts')
    return await makeRoom('unused')
  } catch (error) {
    // The write fails with its own error.
    void reportTrouble(error)
    return false
  }
}

/** Writes that fail at the same time share what is freed. */
function makeRoomOnce(): Promise<boolean> {
  making ??= Promise.race([madeRoom(), tooLate()]).finally(() => {
    making = null
  })
  return making
}

/** Space was found again: a change is on the device. A smaller write, a draft say, would prove nothing. */
export function noteSpaceFound(): void {
  wasInVain = false
  setInputFits(true)
}

/**
 * Stores input of the user: on a full disk, what is stored only to read gives way to it, and `work` runs once more.
 * `work` must be repeatable and must leave nothing behind when it fails. Rejects with the error of the last run.
 */
export async function withRoom<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isFull(error)) throw error
    try {
      if (wasInVain || !(await makeRoomOnce())) throw error
      wasInVain = true
      const done = await work()
      wasInVain = false
      return done
    } catch (last) {
      if (isFull(last)) setInputFits(false)
      throw last
    }
  }
}
