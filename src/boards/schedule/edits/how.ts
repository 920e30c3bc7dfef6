import { isPressedByKey } from '#src/ui/pressed-by-key.ts'

/** With a key, not with a pointer: before it sets *Firing*, it is asked. */
export interface How {
  readonly isByKey: boolean
}

export const BY_KEY: How = { isByKey: true }

/** How a button was pressed. */
export const howOf = (event: Parameters<typeof isPressedByKey>[0]): How => ({ isByKey: isPressedByKey(event) })
