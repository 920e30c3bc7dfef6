import { loginForm } from '#contract/session/session.ts'
import { TextField } from '#src/form/fields/text-field.tsx'
import { FormFrame } from '#src/form/frame/form-frame.tsx'
import { NeedsNetwork } from '#src/form/frame/needs-network.tsx'
import { useFormFrame } from '#src/form/frame/use-form-frame.ts'
import { toastDone } from '#src/ui/notice/toast.ts'
import { requestReset } from './password-queries.ts'

const EMPTY = { email: '' }

/** Asks for the e-mail of the account. The page does not reveal whether the account exists. */
export function ResetRequestForm({ onAsked }: { readonly onAsked: (email: string) => void }) {
  const { frame, Field } = useFormFrame({
    start: EMPTY,
    failures: 'toast',
    onSubmit: async ({ email }) => {
      await requestReset(email)
      toastDone('Your email will be notified with further instructions if the user exists')
      onAsked(email)
    },
  })
  return (
    <FormFrame frame={frame} submit="Continue">
      <NeedsNetwork>There is no network, and asking for a link needs one. What you type stays here.</NeedsNetwork>
      <Field name="email" validators={{ onBlur: loginForm.shape.email }}>
        {(field) => <TextField field={field} kind="email" label="Email" autoComplete="username" />}
      </Field>
    </FormFrame>
  )
}
