import { useEffect, useState } from 'react'
import type { Role } from '#contract/access.ts'
import { type User, userKind } from '#contract/users.ts'
import { useFormDraft } from '#src/form/use-form-draft.ts'
import { useFormFrame } from '#src/form/use-form-frame.ts'
import { useIsHere } from '#src/form/use-is-here.ts'
import type { PhotoChange } from './save-user.ts'
import { keptValues, profileDraft, valuesAgain } from './user-draft.ts'
import { valuesOf } from './user-form.ts'

interface Leaving {
  readonly onBack: () => void
  readonly onDone: () => void
}

/** Another role, to be confirmed. */
interface RoleAsked {
  readonly to: Role
  readonly answer: (isConfirmed: boolean) => void
}

/** Asks before a role is changed; the question is shown by whoever shows the form. */
function useRoleQuestion() {
  const [asked, setAsked] = useState<RoleAsked | null>(null)
  const confirm = (to: Role) =>
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

/** What is typed about a user, and its saving. What was seen when the typing began is what the change starts from. */
export function useProfileForm(user: User, { onBack, onDone }: Leaving) {
  const isHere = useIsHere()
  const [{ was, start }, setFrom] = useState(() => ({ was: user, start: valuesOf(user) }))
  const [photo, setPhoto] = useState<PhotoChange>(null)
  const { asked, confirm } = useRoleQuestion()
  const form = useFormFrame({
    start,
    onSubmit: async (values) => {
      if (values.role !== '' && values.role !== was.role && !(await confirm(values.role))) {
        throw new Error('Not saved: the role is not confirmed.')
      }
      const { saveUser } = await import('./save-user.ts')
      await saveUser({ was, now: user, values, photo }, isHere)
      await draft.drop()
      if (isHere()) onDone()
    },
  })
  const draft = useFormDraft({
    form: form.form,
    kind: profileDraft,
    key: userKind.keyOf(user),
    pack: (values) => ({ was, values: keptValues(values), photo }),
    unpack: (kept) => {
      setPhoto(kept.photo)
      setFrom((from) => ({ ...from, was: kept.was }))
      return valuesAgain(kept.values)
    },
    beside: photo,
  })
  const begin = (now: User) => {
    const values = valuesOf(now)
    setPhoto(null)
    setFrom({ was: now, start: values })
    form.form.reset(values)
  }
  const isIdle = !draft.isDirty && !draft.isRestored && !form.frame.isSubmitting
  // As long as nothing is typed the form shows what is known, however late that came.
  useEffect(() => {
    if (isIdle && user !== was) begin(user)
  })
  return {
    was,
    form,
    photo,
    setPhoto,
    asked,
    isRestored: draft.isRestored,
    giveUp: () => void draft.drop().then(onBack),
    startOver: () => void draft.startOver().then(() => begin(user)),
  }
}
