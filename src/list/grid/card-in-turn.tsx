import { type ReactNode, useEffect, useState } from 'react'
import classes from '../list-page.module.css'
import { FrameQueue } from './frame-queue.ts'

const turns = new FrameQueue((run) => requestAnimationFrame(run))

interface CardInTurnProps {
  /** Draws the card immediately, because the user does not scroll. */
  readonly isNow: boolean
  /** The card's room is in the window. Such cards are drawn before those that are only near. */
  readonly isInSight: boolean
  /** The height of the card's room, in CSS pixels. */
  readonly height: number
  readonly children: () => ReactNode
}

/**
 * A card that comes near during scrolling waits for a frame of its own; an empty room takes its place until then. On a
 * slow machine a line of three cards in one frame makes scrolling stutter. At reading speed each card is drawn before
 * it is in sight. After a fling or a jump, the cards in sight are drawn first.
 */
export function CardInTurn({ isNow, isInSight, height, children }: CardInTurnProps) {
  const [isDrawn, setIsDrawn] = useState(isNow)
  if (isNow && !isDrawn) setIsDrawn(true)
  useEffect(() => (isDrawn ? undefined : turns.add(() => setIsDrawn(true), isInSight)), [isDrawn, isInSight])
  return isDrawn ? children() : <div className={classes.room} style={{ height }} />
}
