import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react'
import classes from './goes-on.module.css'

/** The specification's delay. */
const GOES_ON_AFTER_MS = 5_000

interface GoesOnProps {
  /** What was done and what happens next. */
  readonly children: ReactNode
  readonly onGo: () => void
}

/**
 * Announces the next step and goes to the login after a delay, or immediately with the button. Leaving the page cancels
 * it.
 */
export function GoesOn({ children, onGo }: GoesOnProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const go = useEffectEvent(onGo)
  useEffect(() => {
    // The form that had the focus has disappeared.
    button.current?.focus()
    const timer = setTimeout(() => go(), GOES_ON_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={classes.next}>
      <div id={id} className={classes.words} role="status">
        {children}
        <p>The login opens in a few seconds.</p>
      </div>
      <Button ref={button} size="md" fullWidth aria-describedby={id} onClick={onGo}>
        Go to the login now
      </Button>
    </div>
  )
}
