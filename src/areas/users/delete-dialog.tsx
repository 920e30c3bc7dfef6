import * as z from 'zod/mini'
import { USER_RULES } from '#contract/people/user-changes.ts'
import type { User } from '#contract/people/users.ts'
import { fullName } from '#contract/wire/people.ts'
import { PasswordField } from '#src/form/fields/password-field.tsx'
import { FormFrame } from '#src/form/frame/form-frame.tsx'
import { NeedsNetwork } from '#src/form/frame/needs-network.tsx'
import { useFormFrame } from '#src/form/frame/use-form-frame.ts'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { toastDone } from '#src/ui/notice/toast.ts'
import { deleteUser } from './user-queries.ts'
import classes from './users.module.css'

interface DeleteDialogProps {
  readonly user: User
  readonly onClose: () => void
}

const required = z.string().check(z.minLength(1, USER_RULES.required))

/** Deletes a user permanently. It asks for the administrator's password. */
export function DeleteDialog({ user, onClose }: DeleteDialogProps) {
  const { frame, Field } = useFormFrame({
    start: { current_password: '' },
    failures: 'both',
    onSubmit: async ({ current_password }) => {
      await deleteUser(user, current_password)
      toastDone('Successfully deleted')
      onClose()
    },
  })
  return (
    <Dialog title={`Delete ${fullName(user)}`} onClose={onClose}>
      <FormFrame frame={frame} submit="Delete" isDanger onCancel={onClose}>
        <div className={classes.words}>
          <p>
            {fullName(user)} can’t sign in any more, at once and for good.
            {user.role === 'driver'
              ? ' The driver goes too, with the schedule; truck and trailer become unassigned.'
              : ''}
            {user.role === 'dispatcher' ? ' The drivers are left without a dispatcher.' : ''} To keep the records, make
            the account inactive instead.
          </p>
          <NeedsNetwork>
            There is no network, and deleting needs one: your password is never kept on a device to be sent later.
          </NeedsNetwork>
        </div>
        <Field name="current_password" validators={{ onBlur: required }}>
          {(field) => <PasswordField field={field} label="Your password" isFirst />}
        </Field>
      </FormFrame>
    </Dialog>
  )
}
