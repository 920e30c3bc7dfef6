import { useEffect, useState } from 'react'
import type { OutboxEntry } from '#src/offline/outbox/entry.ts'
import { holdUnsavedInput } from '#src/offline/unsaved-input.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { ConflictForm } from './conflict-form.tsx'
import { EditForm } from './edit-form.tsx'
import type { OutboxItem } from './outbox-items.ts'

/** What is asked about a change, as it stood when its dialog was opened. */
export interface OpenedDialog {
  readonly is: 'conflict' | 'edit'
  readonly item: OutboxItem
  readonly entry: OutboxEntry
}

interface EntryDialogProps {
  readonly opened: OpenedDialog
  readonly onClose: () => void
}

const TITLES = { conflict: 'Who is right?', edit: 'Edit the change:' } as const

/**
 * A question about one change. It stands beside the list, not in it: a card may leave the list, by scrolling or because
 * it is sent, while somebody decides.
 */
export function EntryDialog({ opened: { is, item, entry }, onClose }: EntryDialogProps) {
  const [isDirty, setIsDirty] = useState(false)
  useEffect(() => (isDirty ? holdUnsavedInput() : undefined), [isDirty])
  const Form = is === 'conflict' ? ConflictForm : EditForm
  return (
    <Dialog title={`${TITLES[is]} ${item.words.record}`} size="lg" isDirty={isDirty} onClose={onClose}>
      <Form entry={entry} onDirty={() => setIsDirty(true)} onClose={onClose} />
    </Dialog>
  )
}

export interface EntryFormProps {
  readonly entry: OutboxEntry
  readonly onDirty: () => void
  readonly onClose: () => void
}
