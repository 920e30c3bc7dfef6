import { Modal } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { OutboxEntry } from '#src/offline/outbox/entry.ts'
import { holdUnsavedInput } from '#src/offline/unsaved-input.ts'
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
  useFocusBack()
  useEffect(() => (isDirty ? holdUnsavedInput() : undefined), [isDirty])
  const Form = is === 'conflict' ? ConflictForm : EditForm
  return (
    <Modal
      opened
      onClose={onClose}
      title={`${TITLES[is]} ${item.words.record}`}
      size="lg"
      transitionProps={{ duration: 0 }}
      closeOnClickOutside={!isDirty}
      closeButtonProps={{ 'aria-label': 'Close' }}
      returnFocus={false}
    >
      <Form entry={entry} onDirty={() => setIsDirty(true)} onClose={onClose} />
    </Modal>
  )
}

export interface EntryFormProps {
  readonly entry: OutboxEntry
  readonly onDirty: () => void
  readonly onClose: () => void
}

/** Whatever had the focus before has it again; if that has left the page, the page itself. */
function useFocusBack() {
  useEffect(() => {
    const before = document.activeElement
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
      else document.querySelector('main')?.focus()
    }
  }, [])
}
