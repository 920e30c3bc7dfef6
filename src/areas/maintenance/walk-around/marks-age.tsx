import { Button } from '@mantine/core'
import classes from './marks-age.module.css'

interface MarksAgeProps {
  /** "3 hours ago". */
  readonly age: string
  /** The user tried to sign without an answer. */
  readonly isUrgent: boolean
  readonly onConfirm: () => void
  readonly onStartNew: () => void
}

/** Asks whether old marks are still right. The report can't be signed without an answer. */
export function MarksAge({ age, isUrgent, onConfirm, onStartNew }: MarksAgeProps) {
  return (
    <section className={classes.asked} aria-label="Old marks">
      <p role="status">Marked {age}. Look again before you sign.</p>
      {isUrgent ? (
        <p role="alert" className={classes.urgent}>
          Confirm the marks first.
        </p>
      ) : null}
      <div className={classes.answers}>
        <Button variant="default" aria-invalid={isUrgent} onClick={onConfirm}>
          Still correct
        </Button>
        <Button variant="subtle" onClick={onStartNew}>
          Discard and start new
        </Button>
      </div>
    </section>
  )
}
