import type { MouseEvent } from 'react'

/** Whether a button was pressed by a key: the click that a key makes counts no presses. */
export const isPressedByKey = ({ detail }: Pick<MouseEvent, 'detail'>): boolean => detail === 0
