import { useState } from 'react'
import { type User, userKind } from '#contract/people/users.ts'
import type { PhotoChange } from '#src/areas/users/changes/save-user.ts'
import { type UserPatch, userRecord } from '#src/areas/users/changes/user-record.ts'
import { useSeenForm } from '#src/form/frame/use-seen-form.ts'
import { patchWords } from '#src/record/record-form.ts'
import { keptValues, profileDraft, valuesAgain } from './user-draft.ts'
import { patchOf, profileValues } from './user-form.ts'

interface Leaving {
  readonly onBack: () => void
  readonly onDone: () => void
}

/** A change with another role in it, to be confirmed. */
interface RoleAsked {
  readonly to: UserPatch
  readonly answer: (isConfirmed: boolean) => void
}

/** Asks before a role is changed; the question is shown by whoever shows the form. */
function useRoleQuestion() {
  const [asked, setAsked] = useState<RoleAsked | null>(null)
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

/** What is typed about a user, and its saving. */
export function useProfileForm(user: User, { onBack, onDone }: Leaving) {
  const { asked, confirm } = useRoleQuestion()
  const {
    beside: photo,
    setBeside: setPhoto,
    ...seen
  } = useSeenForm({
    row: user,
    valuesOf: profileValues.valuesOf,
    differs: (seen, now) => patchWords(userRecord, seen, patchOf(seen, profileValues.valuesOf(now))),
    nothing: NO_PHOTO,
    kind: profileDraft,
    key: userKind.keyOf(user),
    pack: ({ was, values, beside }) => ({ was, values: keptValues(values), photo: beside }),
    unpack: ({ was, values, photo: beside }) => ({ was, values: valuesAgain(values), beside }),
    save: async ({ was, values, beside }, own) => {
      const to = patchOf(was, values)
      if (to.role !== undefined && !(await confirm(to))) {
        throw new Error('Not saved: the role is not confirmed.')
      }
      const { saveUser } = await import('#src/areas/users/changes/save-user.ts')
      await saveUser({ was, now: user, values, photo: beside }, own)
    },
    onSaved: onDone,
    onGivenUp: onBack,
  })
  return { ...seen, photo, setPhoto, asked }
}
