import { undoEmailEndpoints } from '#contract/session/undo-email.ts'
import { call } from '#src/api/call.ts'
import type { ResetLink } from './reset-link.ts'

/** The address that a link would restore. Throws an `ApiError`. */
export async function lookAtUndo(token: string, signal: AbortSignal): Promise<string> {
  const { data } = await call(undoEmailEndpoints.lookAtUndo, { body: { token }, signal })
  return data.email
}

/** Restores the former address of an account. Resolves to the link that sets its new password. Throws an `ApiError`. */
export async function undoEmail(token: string): Promise<ResetLink> {
  const { data } = await call(undoEmailEndpoints.undoEmail, { body: { token } })
  return data
}
