import { saveNewUser } from '#src/areas/users/changes/save-user.ts'
import { useKeptForm } from '#src/form/frame/use-kept-form.ts'
import { keptValues, newUserDraft, valuesAgain } from './user-draft.ts'
import { NEW_USER } from './user-form.ts'

const NO_PHOTO: File | null = null

/** What is typed about a new user, and its saving. */
export function useNewUserForm(onClose: () => void) {
  const {
    beside: photo,
    setBeside: setPhoto,
    ...kept
  } = useKeptForm({
    start: NEW_USER,
    nothing: NO_PHOTO,
    kind: newUserDraft,
    key: 'new',
    pack: ({ values, beside }) => ({ values: keptValues(values), photo: beside }),
    unpack: ({ values, photo: beside }) => ({ values: valuesAgain(values), beside }),
    save: ({ values, beside }, own) => saveNewUser(values, beside, own),
    onSaved: onClose,
    onGivenUp: onClose,
  })
  return { ...kept, photo, setPhoto }
}
