import { useEffect, useState } from 'react'
import { ConflictForm } from '#src/areas/outbox/conflict/conflict-form.tsx'
import { holdUnsavedInput } from '#src/offline/drafts/unsaved-input.ts'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import type { OutboxItem } from '../outbox-items.ts'
import { EditForm } from './edit-form.tsx'

/** An open dialog about a change, with the change as it was when the dialog opened. */
export interface OpenedDialog {
  readonly is: 'conflict' | 'edit'
  readonly item: OutboxItem
  readonly entry: OutboxEntry
}

interface EntryDialogProps {
  readonly opened: OpenedDialog
  readonly onClose: () => void
}

const TITLES = { conflict: 'Which one should we keep?', edit: 'Edit the change:' } as const

/**
 * A dialog about one change. It is rendered outside of the list, because a card may leave the list while the user
 * decides: by scrolling or because the change is sent.
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
