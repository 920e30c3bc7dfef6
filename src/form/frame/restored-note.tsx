import { Button } from '@mantine/core'
import classes from './restored-note.module.css'

/** Says that the form contains a restored draft, and offers to start over. */
export function RestoredNote({ onStartOver }: { readonly onStartOver: () => void }) {
  return (
    <p className={classes.restored} role="status">
      <span>You were typing here and had not saved: it stands as you left it.</span>
      <Button variant="subtle" size="compact-sm" onClick={onStartOver}>
        Start over
      </Button>
    </p>
  )
}
