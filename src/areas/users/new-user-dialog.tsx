import { Button } from '@mantine/core'
import { useStore } from '@tanstack/react-form'
import { useState } from 'react'
import { PASSWORD_HINT } from '#contract/passwords.ts'
import { emailField, nameField, phoneField } from '#contract/user-fields.ts'
import { CheckboxField } from '#src/form/checkbox-field.tsx'
import { FormFrame } from '#src/form/form-frame.tsx'
import { GeneratedPasswordField } from '#src/form/generated-password-field.tsx'
import { PhotoField } from '#src/form/photo-field.tsx'
import { SelectField } from '#src/form/select-field.tsx'
import { TextField } from '#src/form/text-field.tsx'
import { useFormFrame } from '#src/form/use-form-frame.ts'
import { useUnsavedInput } from '#src/form/use-unsaved-input.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { DispatcherFields, DriverFields, Pair } from './duty-fields.tsx'
import { saveNewUser } from './save-user.ts'
import { NO_USER } from './user-form.ts'
import { newPasswordRule, profileRules } from './user-rules.ts'
import { ROLES } from './user-words.ts'
import classes from './users.module.css'

/** Who a new user is; what is asked depends on the role. */
export function NewUserDialog({ onClose }: { readonly onClose: () => void }) {
  const [photo, setPhoto] = useState<File | null>(null)
  const form = useFormFrame({
    start: NO_USER,
    onSubmit: async (values) => {
      await saveNewUser(values, photo)
      onClose()
    },
  })
  const { Field, frame } = form
  const role = useStore(form.form.store, (state) => state.values.role)
  const isDirty =
    useStore(form.form.store, (state) => !state.isDefaultValue && !state.isSubmitSuccessful) || photo !== null
  useUnsavedInput(isDirty)
  return (
    <Dialog title="Add user" size="lg" isDirty={isDirty} onClose={onClose}>
      <FormFrame
        frame={frame}
        submit="Add user"
        actions={
          <Button variant="default" size="md" onClick={onClose}>
            Cancel
          </Button>
        }
      >
        <PhotoField label="Photo" size={100} value={photo} shown={null} onChange={setPhoto} />
        <Pair>
          <Field name="first_name" validators={{ onBlur: nameField }}>
            {(field) => <TextField field={field} label="First name" />}
          </Field>
          <Field name="last_name" validators={{ onBlur: nameField }}>
            {(field) => <TextField field={field} label="Last name" />}
          </Field>
        </Pair>
        <Pair>
          <Field name="role" validators={{ onBlur: profileRules.chosen }}>
            {(field) => <SelectField field={field} label="Role" choices={ROLES} placeholder="Choose" />}
          </Field>
          <Field name="phone" validators={{ onBlur: phoneField }}>
            {(field) => <TextField field={field} label="Phone" kind="phone" />}
          </Field>
        </Pair>
        {role === 'driver' ? <DriverFields form={form} /> : null}
        {role === 'dispatcher' ? <DispatcherFields form={form} /> : null}
        <Field name="email" validators={{ onBlur: emailField }}>
          {(field) => <TextField field={field} label="Email" kind="email" />}
        </Field>
        <Field name="password" validators={{ onBlur: newPasswordRule(() => form.form.getFieldValue('role')) }}>
          {(field) => (
            <GeneratedPasswordField
              field={field}
              label="Password"
              hint={PASSWORD_HINT}
              isOptional={role === 'driver'}
            />
          )}
        </Field>
        <div className={classes.check}>
          <Field name="send_email">
            {(field) => (
              <CheckboxField field={field} label="Send the new user an email about creating their account." />
            )}
          </Field>
        </div>
      </FormFrame>
    </Dialog>
  )
}
