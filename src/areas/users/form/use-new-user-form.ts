import { saveNewUser } from '#src/areas/users/changes/save-user.ts'
import { useDraftForm } from '#src/form/frame/use-draft-form.ts'
import { draftValues, newUserDraft, restoredValues } from './user-draft.ts'
import { NEW_USER } from './user-form.ts'

const NO_PHOTO: File | null = null

/** The form of a new user and its saving. */
export function useNewUserForm(onClose: () => void) {
  const {
    beside: photo,
    setBeside: setPhoto,
    ...draftForm
  } = useDraftForm({
    start: NEW_USER,
    nothing: NO_PHOTO,
    kind: newUserDraft,
    key: 'new',
    pack: ({ values, beside: photo }) => ({ values: draftValues(values), photo }),
    unpack: ({ values, photo }) => ({ values: restoredValues(values), beside: photo }),
    save: ({ values, beside: photo }, submitter) => saveNewUser(values, photo, submitter),
    onSaved: onClose,
    onGivenUp: onClose,
  })
  return { ...draftForm, photo, setPhoto }
}
