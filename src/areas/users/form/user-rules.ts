import { newDriverPart, USER_RULES } from '#contract/people/user-changes.ts'
import { newPassword } from '#contract/session/passwords.ts'
import { loginForm } from '#contract/session/session.ts'
import { nameField, phoneField } from '#contract/text/typed-fields.ts'

type Rule = (input: { readonly value: number | string }) => string | undefined
type Text = (input: { readonly value: string }) => string | undefined

const chosen: Text = ({ value }) => (value === '' ? USER_RULES.required : undefined)

/** A vendor's id: required, a number. */
const providerId: Rule = ({ value }) => {
  if (value === '') return USER_RULES.required
  return newDriverPart.shape.gomotive_id.safeParse(value).success ? undefined : USER_RULES.number
}

/** The rules of the profile's fields, checked when a field loses the focus. */
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

/** The rule for a new user's password. It is required except for drivers, who can get a link instead. */
export const newPasswordRule =
  (role: () => string): Text =>
  ({ value }) => {
    if (value === '') return role() === 'driver' ? undefined : USER_RULES.required
    return newPassword.safeParse(value).error?.issues[0]?.message
  }
