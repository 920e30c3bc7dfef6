import { isPressedByKey } from '#src/ui/pressed-by-key.ts'

/**
 * How an action was started. An action by key is confirmed before it sets *Firing*; an action by pointer is not.
 */
export interface InputMethod {
  readonly isByKey: boolean
}

export const BY_KEY: InputMethod = { isByKey: true }

/** Whether a button was pressed by key or by pointer. */
export const inputMethodOf = (event: Parameters<typeof isPressedByKey>[0]): InputMethod => ({
  isByKey: isPressedByKey(event),
})
