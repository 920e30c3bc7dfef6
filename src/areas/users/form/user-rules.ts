import { newDriverPart, USER_RULES } from '#contract/people/user-changes.ts'
import { newPassword } from '#contract/session/passwords.ts'
import { loginForm } from '#contract/session/session.ts'
import { nameField, phoneField } from '#contract/text/typed-fields.ts'

type Rule = (given: { readonly value: number | string }) => string | undefined
type Text = (given: { readonly value: string }) => string | undefined

const chosen: Text = ({ value }) => (value === '' ? USER_RULES.required : undefined)

/** An id at a provider: there, and a number. */
const providerId: Rule = ({ value }) => {
  if (value === '') return USER_RULES.required
  return newDriverPart.shape.gomotive_id.safeParse(value).success ? undefined : USER_RULES.number
}

/** What is judged of the profile when a field is left. */
export const profileRules = {
  first_name: nameField,
  last_name: nameField,
  phone: phoneField,
  email: loginForm.shape.email,
  chosen,
  status: chosen,
  position: chosen,
  providerId,
}

/** A new user's password: everybody but a driver needs one, who may be sent a link instead. */
export const newPasswordRule =
  (role: () => string): Text =>
  ({ value }) => {
    if (value === '') return role() === 'driver' ? undefined : USER_RULES.required
    return newPassword.safeParse(value).error?.issues[0]?.message
  }
