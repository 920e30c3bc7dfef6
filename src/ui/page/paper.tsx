import type { ReactNode } from 'react'
import classes from './paper.module.css'

interface PaperProps {
  /** Its name, for whom it is read aloud. */
  readonly label: string
  /** Names the `page` that it is printed on: its size and margins. */
  readonly className: string | undefined
  readonly children: ReactNode
}

/** What comes out of the printer, alone of all that stands in its page. */
export function Paper({ label, className, children }: PaperProps) {
  return (
    // It scrolls by itself where the window is narrower than paper; so it is reached by the keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section className={`${classes.paper} ${className}`} aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}
