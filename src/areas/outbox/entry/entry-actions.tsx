import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ConflictRow } from '#src/areas/outbox/conflict/conflict-rows.ts'
import { keepMine, keepTheirs } from '#src/areas/outbox/conflict/resolve.ts'
import { deviceNow } from '#src/browser/company-clock.ts'
import { oneAtATime } from '#src/form/frame/one-at-a-time.ts'
import { undoWithToast } from '#src/form/frame/submit-with-undo.ts'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { openedOutbox } from '#src/offline/outbox/outbox.ts'
import { canUndo, fieldsOf, remediesOf } from '#src/offline/outbox/show/entry-readings.ts'
import { copyText } from '#src/ui/clipboard.ts'
import { toastDone, toastFailure } from '#src/ui/notice/toast.ts'
import classes from '../outbox.module.css'
import type { OutboxItem } from '../outbox-items.ts'
import { contentText } from './content-text.ts'
import { DiscardQuestion } from './discard-question.tsx'
import type { OpenedDialog } from './entry-dialog.tsx'

interface EntryActionsProps {
  readonly item: OutboxItem
  /** The conflicting fields of a conflict. */
  readonly rows: readonly ConflictRow[]
  /** No later change touches the same records. */
  readonly isLatest: boolean
  readonly onOpen: (opened: OpenedDialog) => void
}

const SIZE = 'compact-md'
const PLAIN = { size: SIZE, variant: 'default' } as const

/** The actions for one change: first those that resolve it, then those that save its content, last Discard. */
export function EntryActions({ item, rows, isLatest, onOpen }: EntryActionsProps) {
  const { entry, standing } = item
  const [asking, setAsking] = useState<'never' | 'now' | 'answered'>('never')
  const [once] = useState(oneAtATime)
  if (entry === null || standing === 'discarded') {
    return (
      <div className={classes.actions}>
        <CopyButton item={item} />
      </div>
    )
  }
  if (asking === 'now') return <DiscardQuestion entry={entry} onKeep={() => setAsking('answered')} />
  return (
    <div className={classes.actions}>
      {standing === 'conflict' && <ResolveActions {...{ item, entry, rows, onOpen }} />}
      {standing === 'refused' && <Remedies entry={entry} />}
      {isEditable(entry, rows) && (
        <Button {...PLAIN} data-act="edit" onClick={() => onOpen({ is: 'edit', item, entry })}>
          Edit
        </Button>
      )}
      {isUndoable(entry, isLatest) && (
        <Button {...PLAIN} data-act="undo" onClick={() => void once(() => undoWithToast([entry.id]))}>
          {entry.earlier.length > 0 && isUnsent(entry) ? 'Undo last step' : 'Undo'}
        </Button>
      )}
      <CopyButton item={item} />
      {isDiscardable(entry) && (
        <Button {...PLAIN} data-act="discard" autoFocus={asking === 'answered'} onClick={() => setAsking('now')}>
          Discard
        </Button>
      )}
    </div>
  )
}

type ResolveActionsProps = Omit<EntryActionsProps, 'isLatest'> & { readonly entry: OutboxEntry }

function ResolveActions({ item, entry, rows, onOpen }: ResolveActionsProps) {
  const [once] = useState(oneAtATime)
  return (
    <>
      <Button size={SIZE} data-act="mine" onClick={() => void once(() => keepMine(entry, rows).catch(toastFailure))}>
        Keep mine
      </Button>
      <Button {...PLAIN} data-act="theirs" onClick={() => void once(() => keepTheirs(entry, rows).catch(toastFailure))}>
        Keep theirs
      </Button>
      {rows.some((row) => row.field !== null) && (
        <Button {...PLAIN} data-act="fields" onClick={() => onOpen({ is: 'conflict', item, entry })}>
          {rows.length > 1 ? 'Field by field' : 'Another value'}
        </Button>
      )}
    </>
  )
}

/** The remedies for a refused change: those of its command, then a retry. */
function Remedies({ entry }: { readonly entry: OutboxEntry }) {
  const [once] = useState(oneAtATime)
  const remedies = remediesOf(entry)
  const revise = async (input: unknown) => (await openedOutbox()).revise(entry.id, input)
  const retry = async () => (await openedOutbox()).retry(entry.id)
  return (
    <>
      {remedies.map(({ title, input }, at) => (
        <Button
          key={title}
          {...(at === 0 ? { size: SIZE } : PLAIN)}
          data-act={title}
          onClick={() => void once(() => revise(input).catch(toastFailure))}
        >
          {title}
        </Button>
      ))}
      <Button
        {...(remedies.length === 0 ? { size: SIZE } : PLAIN)}
        data-act="again"
        onClick={() => void once(() => retry().catch(toastFailure))}
      >
        Try again
      </Button>
    </>
  )
}

/**
 * Whether a change can be edited. A conflict of fields is resolved instead; a change in flight or finished can't be
 * edited.
 */
function isEditable(entry: OutboxEntry, rows: readonly ConflictRow[]): boolean {
  const isOpen =
    entry.state === 'refused' ||
    entry.state === 'password' ||
    isUnsent(entry) ||
    (entry.state === 'conflict' && rows.every((row) => row.field === null))
  return isOpen && fieldsOf(entry).some((field) => field.as.is !== 'unchangeable')
}

const isUnsent = (entry: OutboxEntry) => entry.state === 'waiting' && !entry.wasSent

/**
 * Whether a change can be undone. A change that needs attention was not applied: it can only be resolved or discarded.
 */
function isUndoable(entry: OutboxEntry, isLatest: boolean): boolean {
  if (isUnsent(entry)) return canUndo(entry)
  const mayBeMade = entry.state === 'waiting' || entry.state === 'sending' || entry.state === 'done'
  return mayBeMade && isLatest && canUndo(entry)
}

/** Whether a change can be discarded. For an unsent change of a single step, Undo already removes it. */
function isDiscardable(entry: OutboxEntry): boolean {
  if (entry.state === 'sending' || entry.state === 'done' || entry.state === 'conflict') return false
  return !isUnsent(entry) || entry.earlier.length > 0 || !canUndo(entry)
}

/** Copies the content of a change, to be saved elsewhere. */
function CopyButton({ item }: { readonly item: OutboxItem }) {
  const [shownText, setShownText] = useState<string | null>(null)
  const copy = () => {
    const text = contentText(item, deviceNow())
    // If it can't be copied, the text is shown, to be copied by hand.
    copyText(text).then(
      () => toastDone('Copied'),
      () => setShownText(text),
    )
  }
  return (
    <>
      <Button {...PLAIN} data-act="copy" onClick={copy}>
        Copy
      </Button>
      {shownText !== null && (
        <textarea
          className={classes.content}
          autoComplete="off"
          readOnly
          rows={6}
          value={shownText}
          aria-label="Content"
        />
      )}
    </>
  )
}
