import { useStore } from '@tanstack/react-form'
import { PASSWORD_HINT } from '#contract/session/passwords.ts'
import { emailField, nameField, phoneField } from '#contract/text/typed-fields.ts'
import { CheckboxField } from '#src/form/fields/checkbox-field.tsx'
import { GeneratedPasswordField } from '#src/form/fields/generated-password-field.tsx'
import { SelectField } from '#src/form/fields/select-field.tsx'
import { DraftFormDialog } from '#src/form/frame/draft-form-dialog.tsx'
import { PhotoField } from '#src/form/photos/photo-field.tsx'
import { FieldInput } from '#src/record/field-input.tsx'
import { userRecord } from '../changes/user-record.ts'
import { ROLES } from '../user-words.ts'
import { DispatcherFields, DriverFields, Pair } from './duty-fields.tsx'
import { useNewUserForm } from './use-new-user-form.ts'
import type { UserForm } from './user-form.ts'
import { newPasswordRule, profileRules } from './user-rules.ts'

const { fields } = userRecord

/** The dialog for a new user. The fields depend on the role. */
export function NewUserDialog({ onClose }: { readonly onClose: () => void }) {
  const typed = useNewUserForm(onClose)
  const { form, photo, setPhoto } = typed
  const role = useStore(form.form.store, (state) => state.values.role)
  return (
    <DraftFormDialog title="Add new user" draftForm={typed} submit="Add user">
      <PhotoField label="Photo" size={100} value={photo} shown={null} onChange={setPhoto} />
      <PersonFields form={form} />
      {role === 'driver' ? <DriverFields form={form} /> : null}
      {role === 'dispatcher' ? <DispatcherFields form={form} /> : null}
      <AccountFields form={form} />
    </DraftFormDialog>
  )
}

function PersonFields({ form: bound }: { readonly form: UserForm }) {
  const { Field, form } = bound
  return (
    <>
      <Pair>
        <FieldInput form={bound} name="first_name" of={fields.first_name} rule={nameField} isFirst />
        <FieldInput form={bound} name="last_name" of={fields.last_name} rule={nameField} />
      </Pair>
      <Pair>
        <Field
          name="role"
          validators={{ onBlur: profileRules.chosen }}
          // The role decides whether a password is required.
          listeners={{ onChange: () => void form.validateField('password', 'blur') }}
        >
          {(field) => <SelectField field={field} label={fields.role.title} choices={ROLES} placeholder="Choose" />}
        </Field>
        <FieldInput form={bound} name="phone" of={fields.phone} rule={phoneField} kind="phone" />
      </Pair>
    </>
  )
}

function AccountFields({ form: bound }: { readonly form: UserForm }) {
  const { Field, form } = bound
  const isOptional = useStore(form.store, (state) => state.values.role === 'driver')
  return (
    <>
      <FieldInput form={bound} name="email" of={fields.email} rule={emailField} kind="email" />
      <Field name="password" validators={{ onBlur: newPasswordRule(() => form.getFieldValue('role')) }}>
        {(field) => (
          <GeneratedPasswordField field={field} label="Password" hint={PASSWORD_HINT} isOptional={isOptional} />
        )}
      </Field>
      <div>
        <Field name="send_email">
          {(field) => <CheckboxField field={field} label="Send the new user an email about creating their account." />}
        </Field>
      </div>
    </>
  )
}
