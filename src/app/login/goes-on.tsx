import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react'
import classes from './goes-on.module.css'

/** By the specification. */
const GOES_ON_AFTER_MS = 5_000

interface GoesOnProps {
  /** What was done, and what will happen. */
  readonly children: ReactNode
  readonly onGo: () => void
}

/** Says what comes next, and goes to the login by itself in a while or at once when asked; leaving before calls it off. */
export function GoesOn({ children, onGo }: GoesOnProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const go = useEffectEvent(onGo)
  useEffect(() => {
    // The form that had the focus is gone.
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
