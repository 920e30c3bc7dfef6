import { Navigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { userKind } from '#contract/people/users.ts'
import { administrator } from '#contract/wire/access.ts'
import { draftEditor } from '#src/record/draft-editor.ts'
import { useCan } from '#src/session/use-can.ts'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { NewUserDialog } from './new-user-dialog.tsx'
import { newUserDraft, profileDraft } from './user-draft.ts'

/** Continues the draft of a new user. */
export const newUserEditor = draftEditor(newUserDraft, ({ onClose }) =>
  useCan(administrator) ? (
    <NewUserDialog onClose={onClose} />
  ) : (
    <Dialog title="Add new user" onClose={onClose}>
      <p>Only an administrator can add users.</p>
    </Dialog>
  ),
)

/** Continues the draft of a profile on its own page, whose form restores the input. */
export const profileEditor = draftEditor(profileDraft, ({ value: { was }, onClose }) => {
  const close = useEffectEvent(onClose)
  useEffect(() => close(), [])
  return <Navigate to="/users/$userId" params={{ userId: userKind.keyOf(was) }} />
})
