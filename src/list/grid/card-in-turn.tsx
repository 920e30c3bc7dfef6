import { type ReactNode, useEffect, useState } from 'react'
import classes from '../list-page.module.css'
import { Turns } from './turns.ts'

const turns = new Turns((run) => requestAnimationFrame(run))

interface CardInTurnProps {
  /** Nobody scrolls: it is drawn at once. */
  readonly isNow: boolean
  /** Where it will be is in the window: it comes before those that are only near. */
  readonly isInSight: boolean
  /** Of the room that is kept for it, in CSS pixels. */
  readonly height: number
  readonly children: () => ReactNode
}

/**
 * A card that comes near while somebody scrolls waits for a frame of its own, and its room stands there until then: on a
 * slow machine a line of three in one frame is what makes scrolling stutter. At reading speed each is drawn before it is in
 * sight; of a list that is thrown or jumped through, those in sight come first.
 */
export function CardInTurn({ isNow, isInSight, height, children }: CardInTurnProps) {
  const [isDrawn, setIsDrawn] = useState(isNow)
  if (isNow && !isDrawn) setIsDrawn(true)
  useEffect(() => (isDrawn ? undefined : turns.take(() => setIsDrawn(true), isInSight)), [isDrawn, isInSight])
  return isDrawn ? children() : <div className={classes.room} style={{ height }} />
}
