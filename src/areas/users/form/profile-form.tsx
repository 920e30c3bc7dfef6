import { useStore } from '@tanstack/react-form'
import type { User } from '#contract/people/users.ts'
import { CheckboxField } from '#src/form/fields/checkbox-field.tsx'
import { SelectField } from '#src/form/fields/select-field.tsx'
import { DraftFormFrame } from '#src/form/frame/draft-form-frame.tsx'
import { PhotoField } from '#src/form/photos/photo-field.tsx'
import { FieldInput } from '#src/record/field-input.tsx'
import { NO_ID_YET } from '#src/record/identity.ts'
import { userRecord } from '../changes/user-record.ts'
import { ROLES } from '../user-words.ts'
import classes from '../users.module.css'
import { DispatcherFields, DriverFields, Pair } from './duty-fields.tsx'
import { PermissionsField } from './permissions-field.tsx'
import { ResetLinkButton } from './reset-link-button.tsx'
import { RoleQuestion } from './role-question.tsx'
import { useProfileForm } from './use-profile-form.ts'
import { FORM_STATUS, type UserForm, type UserValues } from './user-form.ts'
import { profileRules } from './user-rules.ts'

const { fields } = userRecord

interface ProfileFormProps {
  readonly user: User
  /** It is the signed-in user's own profile: users can't change their own role, account or permissions. */
  readonly isOwn: boolean
  readonly onBack: () => void
  readonly onDone: () => void
}

/** A user's profile, for administrators. */
export function ProfileForm({ user, isOwn, onBack, onDone }: ProfileFormProps) {
  const edited = useProfileForm(user, { onBack, onDone })
  const { was, form, photo, setPhoto, asked } = edited
  return (
    <div className={classes.form}>
      <DraftFormFrame draftForm={edited} submit="Save">
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
              {...(photo === 'none' && { onKeep: () => setPhoto(null) })}
            />
            {was.id === NO_ID_YET ? null : <ResetLinkButton email={was.email} />}
          </div>
          <div className={classes.main}>
            <PersonPanel form={form} isOwn={isOwn} />
            {isOwn ? null : <PermissionsPanel form={form} />}
          </div>
        </div>
      </DraftFormFrame>
      {asked === null ? null : (
        <RoleQuestion
          user={was}
          to={asked.to}
          onConfirm={() => asked.answer(true)}
          onClose={() => asked.answer(false)}
        />
      )}
    </div>
  )
}

/** Sets the first status of a newly chosen role. */
function beginRole({ form }: UserForm, role: UserValues['role']): void {
  if (role === 'driver') form.setFieldValue('driver.status', FORM_STATUS.driver)
  if (role === 'dispatcher') form.setFieldValue('dispatcher.status', FORM_STATUS.dispatcher)
}

function PersonPanel({ form, isOwn }: { readonly form: UserForm; readonly isOwn: boolean }) {
  const { Field } = form
  const role = useStore(form.form.store, (state) => state.values.role)
  return (
    <section className={classes.panel} aria-label="Profile">
      <NameFields form={form} />
      {isOwn ? null : (
        <Field name="role" listeners={{ onChange: ({ value }) => beginRole(form, value) }}>
          {(field) => <SelectField field={field} label={fields.role.title} choices={ROLES} />}
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
  )
}

function NameFields({ form }: { readonly form: UserForm }) {
  const { first_name, last_name, email, phone } = profileRules
  return (
    <>
      <Pair>
        <FieldInput form={form} name="first_name" of={fields.first_name} rule={first_name} />
        <FieldInput form={form} name="last_name" of={fields.last_name} rule={last_name} />
      </Pair>
      <Pair>
        <FieldInput form={form} name="email" of={fields.email} rule={email} kind="email" />
        <FieldInput form={form} name="phone" of={fields.phone} rule={phone} kind="phone" />
      </Pair>
    </>
  )
}

function PermissionsPanel({ form: { Field, form } }: { readonly form: UserForm }) {
  const holdsAll = useStore(form.store, (state) => state.values.role === 'administrator')
  return (
    <Field name="user_permissions">
      {(field) => <PermissionsField field={field} why={holdsAll ? 'An administrator holds every permission.' : null} />}
    </Field>
  )
}
