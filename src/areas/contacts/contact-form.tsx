import * as z from 'zod/mini'
import {
  contactEmail,
  departmentField,
  firstPhone,
  locationField,
  secondPhone,
} from '#contract/people/contact-changes.ts'
import type { Contact } from '#contract/people/contacts.ts'
import { administrator } from '#contract/wire/access.ts'
import { TextField } from '#src/form/fields/text-field.tsx'
import type { useFormFrame } from '#src/form/frame/use-form-frame.ts'
import { FieldInput } from '#src/record/field-input.tsx'
import { formOfRecord } from '#src/record/form-values.ts'
import { recordForms } from '#src/record/record-forms.tsx'
import { changeContact, createContact } from './contact-commands.ts'
import { contactRecord } from './contact-record.ts'
import classes from './contacts.module.css'

const { fields } = contactRecord
const plain = formOfRecord(contactRecord)
const NO_PHONES = { phone_1: '', phone_2: '' }
/** The form values of a department. A missing phone is an empty text. */
export type ContactValues = typeof plain.empty & typeof NO_PHONES

/** The rule of each field. */
export const CONTACT_RULES = {
  department_name: departmentField,
  location: locationField,
  phone_1: firstPhone,
  phone_2: secondPhone,
  email: contactEmail,
}

/** Converts a department to form values and back: trimmed, without empty phones. */
export const contactForm = {
  shape: { ...plain.shape, phone_1: z.optional(z.string()), phone_2: z.optional(z.string()) },
  // The order of the form is also the order in which a draft is described.
  empty: { department_name: '', location: '', ...NO_PHONES, email: '' },
  valuesOf: (contact: Contact): ContactValues => {
    const { email, ...place } = plain.valuesOf(contact)
    const [first, second] = contact.phones
    return { ...place, phone_1: first?.phone ?? '', phone_2: second?.phone ?? '', email }
  },
  changeOf: (values: ContactValues) => ({
    ...plain.changeOf(values),
    phones: [values.phone_1, values.phone_2].map((phone) => ({ phone: phone.trim() })).filter(({ phone }) => phone),
  }),
}

/** The forms to add and to change a department. All users can call a department. */
export const contactForms = recordForms(contactRecord, {
  ...{ noun: 'department', access: administrator, drafts: 'contacts', form: contactForm },
  nameIn: ({ department_name }) => department_name,
  create: createContact,
  inputOf: (client_id, values) => ({ contact: { client_id, ...contactForm.changeOf(values) } }),
  change: changeContact,
  add: {
    title: 'Add department',
    about: 'You can add department contact information',
    refusal: 'Only an administrator can add departments.',
  },
  edit: {
    title: 'Edit information',
    about: 'You can edit department contact information',
    refusal: 'Only an administrator can change departments.',
  },
  Inputs: ContactInputs,
})

function ContactInputs({ form }: { readonly form: ReturnType<typeof useFormFrame<ContactValues>> }) {
  const { Field } = form
  return (
    <>
      <FieldInput
        form={form}
        name="department_name"
        of={fields.department_name}
        rule={CONTACT_RULES.department_name}
        isFirst
      />
      <FieldInput form={form} name="location" of={fields.location} rule={CONTACT_RULES.location} />
      <div className={classes.pair}>
        <Field name="phone_1" validators={{ onBlur: CONTACT_RULES.phone_1 }}>
          {(field) => <TextField field={field} label="Phone 1" kind="phone" />}
        </Field>
        <Field name="phone_2" validators={{ onBlur: CONTACT_RULES.phone_2 }}>
          {(field) => <TextField field={field} label="Phone 2" kind="phone" isOptional />}
        </Field>
      </div>
      <FieldInput form={form} name="email" of={fields.email} rule={CONTACT_RULES.email} kind="email" />
    </>
  )
}
