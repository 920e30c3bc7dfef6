import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { countOf } from '#src/format/numbers.ts'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { openedOutbox } from '#src/offline/outbox/outbox.ts'
import { describe as wordsOf } from '#src/offline/outbox/show/entry-readings.ts'
import { Question } from '#src/ui/dialog/question.tsx'
import { toastDone, toastFailure } from '#src/ui/notice/toast.ts'
import { PasswordDialog } from './password-dialog.tsx'

/** The most changes listed in the dialog. Others are counted. */
const MAX_LISTED = 3

interface NeededPasswordDialogProps {
  /** At least one. */
  readonly waiting: readonly OutboxEntry[]
  readonly onConfirmed: () => Promise<void>
  readonly onClose: () => void
}

/** Asks for the user's password for the changes that need it, or lets the user discard a single one. */
export function NeededPasswordDialog({ waiting, onConfirmed, onClose }: NeededPasswordDialogProps) {
  const more = waiting.length - MAX_LISTED
  const [only] = waiting
  return (
    <PasswordDialog title="Your password is needed" onConfirmed={onConfirmed} onClose={onClose}>
      <p>Your password is needed to change who can sign in, and with what role or permissions:</p>
      <ul>
        {waiting.slice(0, MAX_LISTED).map((entry) => {
          const { record, change } = wordsOf(entry)
          return (
            <li key={entry.id}>
              {record}: {change}
            </li>
          )
        })}
        {more > 0 ? <li>and {countOf(more, 'change')} more</li> : null}
      </ul>
      {only !== undefined && waiting.length === 1 ? (
        <>
          <p>Until then it waits on this device, unless you discard it.</p>
          <Discard entry={only} />
        </>
      ) : (
        <p>
          Until then they wait on this device, unless you discard them in the{' '}
          <Link to="/outbox" search={{ state: 'password' }} onClick={onClose}>
            Outbox
          </Link>
          .
        </p>
      )}
    </PasswordDialog>
  )
}

/** Discards the only change, after confirmation. */
function Discard({ entry }: { readonly entry: OutboxEntry }) {
  const [isAsking, setIsAsking] = useState(false)
  const { record, change } = wordsOf(entry)
  const drop = async () => {
    await (await openedOutbox()).discard(entry.id)
    toastDone('1 change discarded.')
  }
  return (
    <div>
      <Button size="compact-md" variant="default" onClick={() => setIsAsking(true)}>
        Discard…
      </Button>
      {isAsking ? (
        <Question
          title="Discard this change?"
          confirm="Discard"
          isDanger
          onConfirm={() => void drop().catch(toastFailure)}
          onClose={() => setIsAsking(false)}
        >
          <p>
            {record}: {change}
          </p>
          <p>It is never sent. Until you log out the Outbox still says under Done what it said.</p>
        </Question>
      ) : null}
    </div>
  )
}
