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
import { KeptFormDialog } from '#src/form/frame/kept-form-dialog.tsx'
import type { useFormFrame } from '#src/form/frame/use-form-frame.ts'
import type { DraftKind } from '#src/offline/drafts/draft-book.ts'
import { useEditForm, useNewForm } from '#src/record/record-form.ts'
import { changeContact, createContact } from './contact-commands.ts'
import { contactRecord } from './contact-record.ts'
import classes from './contacts.module.css'

const text = z.string()
const contactValues = z.object({ department_name: text, location: text, phone_1: text, phone_2: text, email: text })
/** What the forms of a department hold; the second phone is empty where there is none. */
export type ContactValues = Readonly<z.output<typeof contactValues>>

export const NO_CONTACT: ContactValues = { department_name: '', location: '', phone_1: '', phone_2: '', email: '' }

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
  valuesOf: ({ department_name, location, phones: [first, second], email }: Contact): ContactValues => ({
    ...{ department_name, location, email },
    phone_1: first?.phone ?? '',
    phone_2: second?.phone ?? '',
  }),
  saidIn: ({ department_name, location, phone_1, phone_2, email }: ContactValues) => ({
    ...{ department_name: department_name.trim(), location: location.trim(), email: email.trim() },
    phones: [phone_1, phone_2].map((phone) => ({ phone: phone.trim() })).filter(({ phone }) => phone !== ''),
  }),
}

const typedWords = ({ department_name, location, phone_1, phone_2, email }: ContactValues) =>
  [department_name, location, phone_1, phone_2, email].filter(Boolean).join(' · ')

/** A department that is not added yet. */
export const newContactDraft: DraftKind<{ readonly values: ContactValues }> = {
  name: 'contacts.new',
  version: 1,
  access: administrator,
  schema: z.object({ values: contactValues }),
  words: ({ values }) => ({
    record: values.department_name.trim() || 'a new department',
    text: typedWords(values) || 'New department',
  }),
}

/** A department with changes that are not saved yet. */
export const contactDraft: DraftKind<{ readonly was: Contact; readonly values: ContactValues }> = {
  name: 'contacts.edit',
  version: 1,
  access: administrator,
  schema: z.object({ was: contactRecord.seen, values: contactValues }),
  words: ({ was, values }) => ({ record: was.department_name, text: typedWords(values) || was.department_name }),
}

interface DialogProps {
  /** Saved, given up or put off. */
  readonly onClose: () => void
}

/** Adds a department, which everybody may call from then on. */
export function NewContactDialog({ onClose }: DialogProps) {
  const typed = useNewForm({
    ...{ command: createContact, draft: newContactDraft, start: NO_CONTACT, onClose },
    inputOf: (client_id, values: ContactValues) => ({ contact: { client_id, ...contactForm.saidIn(values) } }),
  })
  return (
    <KeptFormDialog title="Add department" kept={typed} submit="Add department" onClose={onClose}>
      <ContactInputs subtitle="You can add department contact information" form={typed.form} />
    </KeptFormDialog>
  )
}

/** Changes a department. */
export function EditContactDialog({ contact, onClose }: DialogProps & { readonly contact: Contact }) {
  const form = { record: contactRecord, form: contactForm, command: changeContact, draft: contactDraft }
  const edited = useEditForm({ ...form, row: contact, onClose })
  return (
    <KeptFormDialog title="Edit information" kept={edited} submit="Save" onClose={onClose}>
      <ContactInputs subtitle="You can edit department contact information" form={edited.form} />
    </KeptFormDialog>
  )
}

interface ContactInputsProps {
  /** What the form is for, below its title. */
  readonly subtitle: string
  readonly form: ReturnType<typeof useFormFrame<ContactValues>>
}

function ContactInputs({ subtitle, form: { Field } }: ContactInputsProps) {
  const { department_name, location, email } = contactRecord.fields
  return (
    <>
      <p className={classes.subtitle}>{subtitle}</p>
      <Field name="department_name" validators={{ onBlur: CONTACT_RULES.department_name }}>
        {(field) => <TextField field={field} label={department_name.title} isFirst />}
      </Field>
      <Field name="location" validators={{ onBlur: CONTACT_RULES.location }}>
        {(field) => <TextField field={field} label={location.title} />}
      </Field>
      <div className={classes.pair}>
        <Field name="phone_1" validators={{ onBlur: CONTACT_RULES.phone_1 }}>
          {(field) => <TextField field={field} label="Phone 1" kind="phone" />}
        </Field>
        <Field name="phone_2" validators={{ onBlur: CONTACT_RULES.phone_2 }}>
          {(field) => <TextField field={field} label="Phone 2" kind="phone" isOptional />}
        </Field>
      </div>
      <Field name="email" validators={{ onBlur: CONTACT_RULES.email }}>
        {(field) => <TextField field={field} label={email.title} kind="email" />}
      </Field>
    </>
  )
}
