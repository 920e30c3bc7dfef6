import * as z from 'zod/mini'
import { CODE } from '#contract/text/plain-text.ts'
import { emailField, FIELD_RULES, phoneField, requiredText, requiredUpTo } from '#contract/text/typed-fields.ts'
import { administrator } from '#contract/wire/access.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { clientId, idParam } from '#contract/wire/record.ts'
import { contact } from './contacts.ts'

/** The messages for inputs of a contact, on the server and in the app. */
export const CONTACT_RULES = {
  required: FIELD_RULES.required,
  email: FIELD_RULES.email,
  phone: FIELD_RULES.phone,
  first_phone: 'First phone is required',
} as const

const MAX_DEPARTMENT = 100
const MAX_LOCATION = 200
const MAX_EMAIL = 320
/** A required phone and an optional second one. */
const MAX_PHONES = 2

export const departmentField = requiredText(MAX_DEPARTMENT)
export const locationField = requiredText(MAX_LOCATION)
export const contactEmail = z.pipe(z.string().check(CODE, ...requiredUpTo(MAX_EMAIL)), emailField)
export const firstPhone = z.pipe(
  z.string().check(CODE, z.minLength(1, { error: CONTACT_RULES.first_phone, abort: true })),
  phoneField,
)
const noPhone = z.string().check(CODE, z.maxLength(0, { abort: true }))
/** A phone number, or empty for none. */
export const secondPhone = z.union([noPhone, phoneField], CONTACT_RULES.phone)

/** The phones of a contact. The first is required; the second may be empty or absent. */
const phonesField = z.pipe(
  z.array(z.object({ phone: secondPhone })).check(
    z.minLength(1, CONTACT_RULES.first_phone),
    z.maxLength(MAX_PHONES, `At most ${MAX_PHONES} phones.`),
    z.check((payload) => {
      const [first] = payload.value
      if (first?.phone === '')
        payload.issues.push({ code: 'custom', message: CONTACT_RULES.first_phone, input: '', path: [0, 'phone'] })
    }),
  ),
  z.transform((phones: { phone: string }[]) => phones.filter(({ phone }) => phone !== '')),
)

export const newContact = z.object({
  client_id: z.optional(clientId),
  department_name: departmentField,
  email: contactEmail,
  location: locationField,
  phones: phonesField,
})
export type NewContact = z.output<typeof newContact>

/** A change of a contact. Absent fields stay unchanged. `phones` replaces all phones. */
export const contactChange = z.object({
  department_name: z.optional(departmentField),
  email: z.optional(contactEmail),
  location: z.optional(locationField),
  phones: z.optional(phonesField),
})
export type ContactChange = z.output<typeof contactChange>

// Separate from the list, so that the page that only shows contacts does not load the rules of the form.
export const contactChanges = {
  create: endpoint({
    name: 'contacts.create',
    summary: 'Add a department. An existing `client_id` returns its department.',
    method: 'POST',
    path: '/api/dashboard/contacts/',
    access: administrator,
    body: newContact,
    status: 201,
    reply: contact,
  }),
  update: endpoint({
    name: 'contacts.update',
    summary: 'Change some fields of a department. Merges with changes of other fields made in the meantime.',
    method: 'PATCH',
    path: '/api/dashboard/contacts/:id/',
    access: administrator,
    params: idParam,
    body: contactChange,
    reply: contact,
  }),
  remove: endpoint({
    name: 'contacts.remove',
    summary: 'Remove a department permanently.',
    method: 'DELETE',
    path: '/api/dashboard/contacts/:id/',
    access: administrator,
    params: idParam,
    status: 204,
    reply: null,
  }),
}
