import { passwordEndpoints } from '#contract/session/passwords.ts'
import { call } from '#src/api/call.ts'
import type { ResetLink } from './reset-link.ts'

/** Requests a reset link by mail for the account with this e-mail, if it exists. Throws an `ApiError`. */
export async function requestReset(email: string): Promise<void> {
  await call(passwordEndpoints.requestReset, { body: { email } })
}

export interface NewPassword {
  readonly new_password: string
  readonly re_new_password: string
}

/** Sets a password with the mailed link. Throws an `ApiError`. */
export async function setNewPassword(link: ResetLink, passwords: NewPassword): Promise<void> {
  await call(passwordEndpoints.confirmReset, { body: { ...passwords, ...link } })
}
