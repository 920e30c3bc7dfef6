import { type ReactNode, useId } from 'react'
import classes from './card.module.css'

interface CardProps {
  readonly title: string
  /** Small print beside the title: an age, a count. */
  readonly note?: ReactNode
  /** What can be done with the card, at the line's end. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A part of a page that stands by itself, under a title of its own, which takes the focus when what had it is gone. */
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
