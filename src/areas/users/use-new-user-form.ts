import { useState } from 'react'
import { useFormDraft } from '#src/form/use-form-draft.ts'
import { useFormFrame } from '#src/form/use-form-frame.ts'
import { useIsHere } from '#src/form/use-is-here.ts'
import { saveNewUser } from './save-user.ts'
import { keptValues, newUserDraft, valuesAgain } from './user-draft.ts'
import { NO_USER } from './user-form.ts'

/** What is typed about a new user, and its saving. */
export function useNewUserForm(onClose: () => void) {
  const isHere = useIsHere()
  const [photo, setPhoto] = useState<File | null>(null)
  const form = useFormFrame({
    start: NO_USER,
    onSubmit: async (values) => {
      await saveNewUser(values, photo, isHere)
      await draft.drop()
      if (isHere()) onClose()
    },
  })
  const draft = useFormDraft({
    form: form.form,
    kind: newUserDraft,
    key: 'new',
    pack: (values) => ({ values: keptValues(values), photo }),
    unpack: (kept) => {
      setPhoto(kept.photo)
      return valuesAgain(kept.values)
    },
    beside: photo,
  })
  return {
    form,
    photo,
    setPhoto,
    isDirty: draft.isDirty,
    isRestored: draft.isRestored,
    giveUp: () => void draft.drop().then(onClose),
    startOver: () => {
      setPhoto(null)
      void draft.startOver()
    },
  }
}
