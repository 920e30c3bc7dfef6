import type { MouseEvent } from 'react'

/** Whether a click came from the keyboard: its click count (`detail`) is 0. */
export const isPressedByKey = ({ detail }: Pick<MouseEvent, 'detail'>): boolean => detail === 0
