import { useState } from 'react'
import { type User, userKind } from '#contract/people/users.ts'
import type { PhotoChange } from '#src/areas/users/changes/save-user.ts'
import { type UserPatch, userRecord } from '#src/areas/users/changes/user-record.ts'
import { useRecordForm } from '#src/form/frame/use-record-form.ts'
import { patchWords } from '#src/record/record-form.ts'
import { draftValues, profileDraft, restoredValues } from './user-draft.ts'
import { patchOf, profileValues } from './user-form.ts'

interface ProfileExits {
  readonly onBack: () => void
  readonly onDone: () => void
}

/** A change that includes another role and needs confirmation. */
interface RoleQuestionState {
  readonly to: UserPatch
  readonly answer: (isConfirmed: boolean) => void
}

/** Asks for confirmation before a role is changed. The component with the form renders the question. */
function useRoleQuestion() {
  const [asked, setAsked] = useState<RoleQuestionState | null>(null)
  const confirm = (to: UserPatch) =>
    new Promise<boolean>((resolve) => {
      setAsked({
        to,
        answer: (isConfirmed) => {
          setAsked(null)
          resolve(isConfirmed)
        },
      })
    })
  return { asked, confirm }
}

const NO_PHOTO: PhotoChange = null

/** The form of a user's profile and its saving. */
export function useProfileForm(user: User, { onBack, onDone }: ProfileExits) {
  const { asked, confirm } = useRoleQuestion()
  const {
    beside: photo,
    setBeside: setPhoto,
    ...seen
  } = useRecordForm({
    row: user,
    valuesOf: profileValues.valuesOf,
    difference: (seen, now) => patchWords(userRecord, seen, patchOf(seen, profileValues.valuesOf(now))),
    nothing: NO_PHOTO,
    kind: profileDraft,
    key: userKind.keyOf(user),
    pack: ({ was, values, beside: photo }) => ({ was, values: draftValues(values), photo }),
    unpack: ({ was, values, photo }) => ({ was, values: restoredValues(values), beside: photo }),
    save: async ({ was, values, beside: photo }, own) => {
      const to = patchOf(was, values)
      if (to.role !== undefined && !(await confirm(to))) {
        throw new Error('Not saved: the role is not confirmed.')
      }
      const { saveUser } = await import('#src/areas/users/changes/save-user.ts')
      await saveUser({ was, now: user, values, photo }, own)
    },
    onSaved: onDone,
    onGivenUp: onBack,
  })
  return { ...seen, photo, setPhoto, asked }
}
