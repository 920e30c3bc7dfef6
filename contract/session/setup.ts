import * as z from 'zod/mini'
import { PASTED } from '#contract/text/pasted-text.ts'
import { open } from '#contract/wire/access.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { loginForm } from './session.ts'

const name = z
  .string()
  .check(PASTED, z.minLength(1, 'Please fill out this field'), z.maxLength(100, 'At most 100 characters.'))

/** The first administrator. The password follows the rules of the login form, because it must be accepted there. */
export const administratorForm = z.object({
  first_name: name,
  last_name: name,
  email: loginForm.shape.email.check(z.maxLength(320)),
  password: loginForm.shape.password,
})
export type AdministratorForm = z.output<typeof administratorForm>

export const setupEndpoints = {
  createAdministrator: endpoint({
    name: 'setup.createAdministrator',
    summary: 'Create the first administrator. Only the one-time link of an empty database works; otherwise 410.',
    method: 'POST',
    path: '/api/setup/',
    access: open,
    body: z.object({
      token: z.string().check(z.minLength(1, 'This field may not be blank.'), z.maxLength(200)),
      ...administratorForm.shape,
    }),
    status: 204,
    reply: null,
  }),
}
