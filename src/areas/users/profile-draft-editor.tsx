import { Navigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { userKind } from '#contract/users.ts'
import { type ProfileTyped, profileDraft } from './user-draft.ts'

/** Which drafts `DraftEditor` opens. */
export const draftKind = profileDraft

interface DraftEditorProps {
  readonly value: ProfileTyped
  readonly onClose: () => void
}

/** Goes on with a profile: on its own page, whose form takes the input over itself. */
export function DraftEditor({ value: { was }, onClose }: DraftEditorProps) {
  const close = useEffectEvent(onClose)
  useEffect(() => close(), [])
  return <Navigate to="/users/$userId" params={{ userId: userKind.keyOf(was) }} />
}
