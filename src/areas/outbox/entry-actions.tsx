import { Button } from '@mantine/core'
import { type MouseEvent, useState } from 'react'
import type { EntryState, OutboxEntry } from '#src/offline/outbox/entry.ts'
import { discard, retry } from '#src/offline/outbox/outbox.ts'
import { toastDone, toastFailure } from '#src/ui/toast.ts'
import { contentText } from './entry-words.ts'
import classes from './outbox.module.css'

interface EntryActionsProps {
  readonly entry: OutboxEntry
  readonly words: { readonly record: string; readonly change: string }
}

/** What trying again is called where a person's word is wanted for it; the rest is tried again by itself. */
const RETRY_TITLES: Partial<Record<EntryState, string>> = { conflict: 'Keep mine', refused: 'Try again' }

const SIZE = 'compact-md'

/** Try again, discard (asked once more), and the content to be kept elsewhere. */
export function EntryActions({ entry, words }: EntryActionsProps) {
  const [isAsking, setIsAsking] = useState(false)
  const [shownText, setShownText] = useState<string | null>(null)
  const retryTitle = RETRY_TITLES[entry.state]
  const copy = () => {
    const text = contentText(entry, words, Date.now())
    // Without https, or when it is forbidden, there is no clipboard: then the text stands there to be taken by hand.
    const copied = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))
    copied.then(
      () => toastDone('Copied'),
      () => setShownText(text),
    )
  }
  return (
    <div className={classes.actions}>
      {isAsking ? (
        <DiscardQuestion entry={entry} onKeep={() => setIsAsking(false)} />
      ) : (
        <>
          {retryTitle && (
            <Button size={SIZE} onClick={() => retry(entry.id).catch(toastFailure)}>
              {retryTitle}
            </Button>
          )}
          <Button size={SIZE} variant="default" onClick={copy}>
            Copy
          </Button>
          <Button size={SIZE} variant="default" onClick={() => setIsAsking(true)}>
            {entry.state === 'conflict' ? 'Discard mine' : 'Discard'}
          </Button>
        </>
      )}
      {shownText !== null && (
        <textarea className={classes.content} readOnly rows={6} value={shownText} aria-label="Content" />
      )}
    </div>
  )
}

interface DiscardQuestionProps {
  readonly entry: OutboxEntry
  readonly onKeep: () => void
}

function DiscardQuestion({ entry, onKeep }: DiscardQuestionProps) {
  const drop = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    // The button goes with the entry; the focus goes to the page rather than nowhere.
    const page = currentTarget.closest('main')
    discard(entry.id).then(() => page?.focus(), toastFailure)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would want a legend on screen
    <div
      role="group"
      aria-label="Discard this change?"
      className={classes.question}
      onKeyDown={({ key }) => key === 'Escape' && onKeep()}
    >
      <p>{entry.state === 'conflict' ? 'Theirs stays; yours is gone. ' : ''}Discard this change?</p>
      <Button size={SIZE} variant="default" autoFocus onClick={onKeep}>
        Keep it
      </Button>
      <Button size={SIZE} color="red.9" onClick={drop}>
        Discard
      </Button>
    </div>
  )
}
