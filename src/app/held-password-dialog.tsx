import { Link } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { USER_RULES } from '#contract/user-fields.ts'
import { FormFrame } from '#src/form/form-frame.tsx'
import { NeedsNetwork } from '#src/form/needs-network.tsx'
import { PasswordField } from '#src/form/password-field.tsx'
import { useFormFrame } from '#src/form/use-form-frame.ts'
import { confirmPassword } from '#src/session/confirm-password.ts'
import { currentUser } from '#src/session/session.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import classes from './held-password-dialog.module.css'

interface HeldPasswordDialogProps {
  /** How many changes are held, and how many of them make accounts or change them. */
  readonly count: number
  readonly accounts: number
  readonly onConfirmed: () => Promise<void>
  readonly onClose: () => void
}

const required = z.string().check(z.minLength(1, USER_RULES.required))

/** Asks for the user's own password before changes of accounts are sent that were stored before the sign-in. */
export function HeldPasswordDialog({ count, accounts, onConfirmed, onClose }: HeldPasswordDialogProps) {
  const { frame, Field } = useFormFrame({
    start: { current_password: '' },
    onSubmit: async ({ current_password }) => {
      await confirmPassword(currentUser()?.email ?? '', current_password)
      await onConfirmed()
      onClose()
    },
  })
  return (
    <Dialog title="Send what was kept here" onClose={onClose}>
      <FormFrame frame={frame} submit="Send" onCancel={onClose}>
        <div className={classes.words}>
          <p>
            {whichConcern(count, accounts)} accounts: who may sign in, as what, with which permissions. Someone else who
            used this device may have left {accounts === 1 ? 'it' : 'them'} here. If you are not sure, look first at the{' '}
            <Link to="/outbox" onClick={onClose}>
              Outbox
            </Link>
            .
          </p>
          <NeedsNetwork>
            There is no network, and your password can’t be checked without one. Everything stays here until then.
          </NeedsNetwork>
        </div>
        <Field name="current_password" validators={{ onBlur: required }}>
          {(field) => <PasswordField field={field} label="Your password" isFirst />}
        </Field>
      </FormFrame>
    </Dialog>
  )
}

/** "This change concerns", "All 3 changes concern", "2 of the 5 changes concern". */
function whichConcern(count: number, accounts: number): string {
  const concern = accounts === 1 ? 'concerns' : 'concern'
  if (accounts < count) return `${accounts} of the ${count} changes ${concern}`
  return count === 1 ? `This change ${concern}` : `All ${count} changes ${concern}`
}
