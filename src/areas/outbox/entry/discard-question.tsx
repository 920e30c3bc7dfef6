import { Button } from '@mantine/core'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { openedOutbox } from '#src/offline/outbox/outbox.ts'
import { toastFailure } from '#src/ui/notice/toast.ts'
import classes from '../outbox.module.css'

interface DiscardQuestionProps {
  readonly entry: OutboxEntry
  readonly onKeep: () => void
}

/** Asks for confirmation before a change is discarded. */
export function DiscardQuestion({ entry, onKeep }: DiscardQuestionProps) {
  const mayBeThere = entry.wasSent && entry.state !== 'refused' && entry.state !== 'password'
  const discard = async () => (await openedOutbox()).discard(entry.id)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would want a legend on screen
    <div
      role="group"
      aria-label="Discard this change?"
      className={classes.actions}
      onKeyDown={({ key }) => key === 'Escape' && onKeep()}
    >
      <p className={classes.question}>
        {mayBeThere &&
          'It was on its way: the server may have it already, and discarding does not take it back there. '}
        Discard this change?
      </p>
      <Button size="compact-md" variant="default" autoFocus onClick={onKeep}>
        Keep it
      </Button>
      <Button size="compact-md" color="red.9" onClick={() => discard().catch(toastFailure)}>
        Discard
      </Button>
    </div>
  )
}
