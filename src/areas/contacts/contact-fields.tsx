import { TextField } from '#src/form/text-field.tsx'
import { CONTACT_FIELDS, type ContactForm } from './contact-form.ts'
import classes from './contacts.module.css'

interface ContactFieldsProps {
  /** What the form is for, below its title. */
  readonly subtitle: string
  readonly form: ContactForm
}

/** What a department is called, where it sits, and how it is reached. */
export function ContactFields({ subtitle, form: { Field } }: ContactFieldsProps) {
  return (
    <>
      <p className={classes.subtitle}>{subtitle}</p>
      <Field name="department_name" validators={{ onBlur: CONTACT_FIELDS.department_name }}>
        {(field) => <TextField field={field} label="Department" isFirst />}
      </Field>
      <Field name="location" validators={{ onBlur: CONTACT_FIELDS.location }}>
        {(field) => <TextField field={field} label="Location" />}
      </Field>
      <div className={classes.pair}>
        <Field name="phone_1" validators={{ onBlur: CONTACT_FIELDS.phone_1 }}>
          {(field) => <TextField field={field} label="Phone 1" kind="phone" />}
        </Field>
        <Field name="phone_2" validators={{ onBlur: CONTACT_FIELDS.phone_2 }}>
          {(field) => <TextField field={field} label="Phone 2" kind="phone" isOptional />}
        </Field>
      </div>
      <Field name="email" validators={{ onBlur: CONTACT_FIELDS.email }}>
        {(field) => <TextField field={field} label="Email" kind="email" />}
      </Field>
    </>
  )
}
