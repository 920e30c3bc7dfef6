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
/** What the forms of a department hold; the second phone is empty where there is none. */
export type ContactValues = typeof plain.empty & typeof NO_PHONES

/** The rule of each field. */
export const CONTACT_RULES = {
  department_name: departmentField,
  location: locationField,
  phone_1: firstPhone,
  phone_2: secondPhone,
  email: contactEmail,
}

/** A department as its form holds it, and back: trimmed, with the phones that are there. */
export const contactForm = {
  shape: { ...plain.shape, phone_1: z.optional(z.string()), phone_2: z.optional(z.string()) },
  // In the order of the form, in which a draft is told.
  empty: { department_name: '', location: '', ...NO_PHONES, email: '' },
  valuesOf: (contact: Contact): ContactValues => {
    const { email, ...place } = plain.valuesOf(contact)
    const [first, second] = contact.phones
    return { ...place, phone_1: first?.phone ?? '', phone_2: second?.phone ?? '', email }
  },
  saidIn: (values: ContactValues) => ({
    ...plain.saidIn(values),
    phones: [values.phone_1, values.phone_2].map((phone) => ({ phone: phone.trim() })).filter(({ phone }) => phone),
  }),
}

/** Adding a department, which all users may call from then on, and changing it. */
export const contactForms = recordForms(contactRecord, {
  ...{ noun: 'department', access: administrator, drafts: 'contacts', form: contactForm },
  nameIn: ({ department_name }) => department_name,
  create: createContact,
  inputOf: (client_id, values) => ({ contact: { client_id, ...contactForm.saidIn(values) } }),
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
