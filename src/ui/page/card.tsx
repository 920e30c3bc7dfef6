import { type ReactNode, useId } from 'react'
import classes from './card.module.css'

interface CardProps {
  readonly title: string
  /** Small text next to the title: an age, a count. */
  readonly note?: ReactNode
  /** The card's actions, at the end of the title line. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/**
 * A section of a page with its own title. The title can take the focus when a focused element of the card disappears.
 */
export function Card({ title, note, actions, children }: CardProps) {
  const id = useId()
  return (
    <section className={classes.card} aria-labelledby={id}>
      <header className={classes.head}>
        <div className={classes.about}>
          <h2 id={id} tabIndex={-1} className={classes.title}>
            {title}
          </h2>
          {note ? <span className={classes.note}>{note}</span> : null}
        </div>
        {actions ? <div className={classes.actions}>{actions}</div> : null}
      </header>
      {children}
    </section>
  )
}
