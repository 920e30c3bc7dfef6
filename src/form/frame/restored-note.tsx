import { Button } from '@mantine/core'
import classes from './restored-note.module.css'

interface RestoredNoteProps {
  /** The restored thing: "inspection". */
  readonly what?: string | undefined
  readonly onStartOver: () => void
}

/** Says that the form contains a restored draft, and offers to discard it and start over. */
export function RestoredNote({ what = 'input', onStartOver }: RestoredNoteProps) {
  return (
    <p className={classes.restored} role="status">
      <span>Unsaved {what} restored.</span>
      <Button variant="subtle" size="compact-sm" onClick={onStartOver}>
        Discard and start new
      </Button>
    </p>
  )
}
