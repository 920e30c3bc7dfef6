import type { MouseEvent } from 'react'

/** With a key, not with a pointer: before it sets *Firing*, it is asked. */
export interface How {
  readonly isByKey: boolean
}

export const BY_KEY: How = { isByKey: true }

/** How a button was pressed: the click that a key makes of it counts no presses. */
export const howOf = ({ detail }: Pick<MouseEvent, 'detail'>): How => ({ isByKey: detail === 0 })
