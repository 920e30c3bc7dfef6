import { contactEmail, departmentField, firstPhone, locationField, secondPhone } from '#contract/contact-changes.ts'
import type { Contact } from '#contract/contacts.ts'
import type { useFormFrame } from '#src/form/use-form-frame.ts'
import type { ContactPatch } from './contact-change.ts'

/** What the forms of a department hold. */
export interface ContactValues {
  readonly department_name: string
  readonly location: string
  readonly phone_1: string
  /** Empty for none. */
  readonly phone_2: string
  readonly email: string
}
export type ContactForm = ReturnType<typeof useFormFrame<ContactValues>>

export const NO_CONTACT: ContactValues = { department_name: '', location: '', phone_1: '', phone_2: '', email: '' }

/** What is judged of each field when it is left, in the words of both sides. */
export const CONTACT_FIELDS = {
  department_name: departmentField,
  location: locationField,
  phone_1: firstPhone,
  phone_2: secondPhone,
  email: contactEmail,
}

/** A department as the form begins. */
export function valuesOf({ department_name, location, phones, email }: Contact): ContactValues {
  const [first, second] = phones
  return { department_name, location, phone_1: first?.phone ?? '', phone_2: second?.phone ?? '', email }
}

/** What a form says as the wire has it: trimmed. The rules of the fields have judged it. */
export function saidIn(values: ContactValues): Pick<Contact, keyof ContactPatch> {
  const { department_name, location, phone_1, phone_2, email } = values
  const phones = [phone_1, phone_2].map((phone) => ({ phone: phone.trim() })).filter(({ phone }) => phone !== '')
  return { department_name: department_name.trim(), location: location.trim(), phones, email: email.trim() }
}

/** What the form changes of a department; empty when nothing. */
export function patchOf(was: Contact, values: ContactValues): ContactPatch {
  const isOther = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(was[name as keyof ContactPatch])
  return Object.fromEntries(Object.entries(saidIn(values)).filter(isOther))
}
