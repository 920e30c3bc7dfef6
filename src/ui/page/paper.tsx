import type { ReactNode } from 'react'
import classes from './paper.module.css'

interface PaperProps {
  /** The accessible name. */
  readonly label: string
  /** A class that selects the CSS `@page`: paper size and margins. */
  readonly className: string | undefined
  readonly children: ReactNode
}

/** The only part of a page that is printed. */
export function Paper({ label, className, children }: PaperProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls in windows narrower than paper, so the keyboard must reach it.
    <section className={`${classes.paper} ${className}`} aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}
