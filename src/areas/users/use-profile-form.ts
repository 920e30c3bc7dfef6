import { useState } from 'react'
import { type User, userKind } from '#contract/users.ts'
import { useFormDraft } from '#src/form/use-form-draft.ts'
import { useFormFrame } from '#src/form/use-form-frame.ts'
import { type PhotoChange, saveUser } from './save-user.ts'
import { keptValues, profileDraft, valuesAgain } from './user-draft.ts'
import { valuesOf } from './user-form.ts'

interface Leaving {
  readonly onBack: () => void
  readonly onDone: () => void
}

/** What is typed about a user, and its saving. What was seen when the typing began is what the change starts from. */
export function useProfileForm(user: User, { onBack, onDone }: Leaving) {
  const [was, setWas] = useState(user)
  const [photo, setPhoto] = useState<PhotoChange>(null)
  const [start] = useState(() => valuesOf(user))
  const form = useFormFrame({
    start,
    onSubmit: async (values) => {
      await saveUser(was, values, photo)
      await draft.drop()
      onDone()
    },
  })
  const draft = useFormDraft({
    form: form.form,
    kind: profileDraft,
    key: userKind.keyOf(user),
    pack: (values) => ({ was, values: keptValues(values), photo }),
    unpack: (kept) => {
      setPhoto(kept.photo)
      setWas(kept.was)
      return valuesAgain(kept.values)
    },
    beside: photo,
  })
  return {
    was,
    form,
    photo,
    setPhoto,
    isRestored: draft.isRestored,
    giveUp: () => void draft.drop().then(onBack),
    startOver: () => {
      setPhoto(null)
      setWas(user)
      void draft.startOver()
    },
  }
}
