import { Button } from '@mantine/core'
import { useStore } from '@tanstack/react-form'
import { useState } from 'react'
import type { User } from '#contract/users.ts'
import { CheckboxField } from '#src/form/checkbox-field.tsx'
import { FormFrame } from '#src/form/form-frame.tsx'
import { PhotoField } from '#src/form/photo-field.tsx'
import { SelectField } from '#src/form/select-field.tsx'
import { TextField } from '#src/form/text-field.tsx'
import { useFormFrame } from '#src/form/use-form-frame.ts'
import { useUnsavedInput } from '#src/form/use-unsaved-input.ts'
import { DispatcherFields, DriverFields, Pair } from './duty-fields.tsx'
import { PermissionsField } from './permissions-field.tsx'
import { ResetLinkButton } from './reset-link-button.tsx'
import { type PhotoChange, saveUser } from './save-user.ts'
import { FORM_STATUS, type UserForm, type UserValues, valuesOf } from './user-form.ts'
import { profileRules } from './user-rules.ts'
import { ROLES } from './user-words.ts'
import classes from './users.module.css'

interface ProfileFormProps {
  readonly user: User
  /** Nobody changes their own role, account or permissions. */
  readonly isOwn: boolean
  readonly onBack: () => void
  readonly onDone: () => void
}

/** Another role begins with its own status. */
function beginRole({ form }: UserForm, role: UserValues['role']): void {
  if (role === 'driver') form.setFieldValue('driver.status', FORM_STATUS.driver)
  if (role === 'dispatcher') form.setFieldValue('dispatcher.status', FORM_STATUS.dispatcher)
}

/** A user's profile, for administrators. */
export function ProfileForm({ user, isOwn, onBack, onDone }: ProfileFormProps) {
  // What was seen when the typing began is what the change starts from.
  const [was] = useState(user)
  const [photo, setPhoto] = useState<PhotoChange>(null)
  const form = useFormFrame({
    start: valuesOf(was),
    onSubmit: async (values) => {
      await saveUser(was, values, photo)
      onDone()
    },
  })
  const { Field, frame } = form
  const role = useStore(form.form.store, (state) => state.values.role)
  const isTyped = useStore(form.form.store, (state) => !state.isDefaultValue && !state.isSubmitSuccessful)
  useUnsavedInput(isTyped || photo !== null)
  return (
    <div className={classes.form}>
      <FormFrame
        frame={frame}
        submit="Save"
        actions={
          <Button variant="default" size="md" onClick={onBack}>
            Cancel
          </Button>
        }
      >
        <div className={classes.profile}>
          <div className={classes.aside}>
            <PhotoField
              label="Photo"
              size={308}
              value={photo instanceof File ? photo : null}
              shown={photo === 'none' ? null : was.photo}
              person={was}
              onChange={setPhoto}
              onRemove={() => setPhoto('none')}
            />
            <ResetLinkButton email={was.email} />
          </div>
          <div className={classes.main}>
            <section className={classes.panel} aria-label="Profile">
              <Pair>
                <Field name="first_name" validators={{ onBlur: profileRules.first_name }}>
                  {(field) => <TextField field={field} label="First name" />}
                </Field>
                <Field name="last_name" validators={{ onBlur: profileRules.last_name }}>
                  {(field) => <TextField field={field} label="Last name" />}
                </Field>
              </Pair>
              <Pair>
                <Field name="email" validators={{ onBlur: profileRules.email }}>
                  {(field) => <TextField field={field} label="Email" kind="email" />}
                </Field>
                <Field name="phone" validators={{ onBlur: profileRules.phone }}>
                  {(field) => <TextField field={field} label="Phone" kind="phone" />}
                </Field>
              </Pair>
              {isOwn ? null : (
                <Field name="role" listeners={{ onChange: ({ value }) => beginRole(form, value) }}>
                  {(field) => <SelectField field={field} label="Role" choices={ROLES} />}
                </Field>
              )}
              {role === 'driver' ? <DriverFields form={form} /> : null}
              {role === 'dispatcher' ? <DispatcherFields form={form} /> : null}
              {isOwn ? null : (
                <Field name="is_active">
                  {(field) => <CheckboxField field={field} label="The account is active: this person can sign in." />}
                </Field>
              )}
            </section>
            {isOwn ? null : (
              <Field name="user_permissions">
                {(field) => (
                  <PermissionsField
                    field={field}
                    why={role === 'administrator' ? 'An administrator holds every permission.' : null}
                  />
                )}
              </Field>
            )}
          </div>
        </div>
      </FormFrame>
    </div>
  )
}
