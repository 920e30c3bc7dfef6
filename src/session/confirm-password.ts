import { ownershipEndpoints } from '#contract/session/ownership.ts'
import { sessionEndpoints } from '#contract/session/session.ts'
import { ApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { hostProof } from '#src/api/fetch-verified.ts'
import { prepareEndAtServer } from './end-at-server.ts'

/**
 * Resolves when `password` is the password of the signed-in user, whose e-mail is `email`. For a while this session may
 * then make changes that require a confirmed password. Throws an `ApiError`; for a wrong password, a 400 with the text
 * under `current_password`.
 */
export async function confirmPassword(email: string, password: string): Promise<void> {
  try {
    await call(ownershipEndpoints.confirmPassword, { body: { password } })
  } catch (error) {
    if (!isUnknownCall(error)) throw error
    await confirmBySignIn(email, password)
  }
}

/** A host other than Haulyard might not have the call. Every host has the sign-in. */
function isUnknownCall(error: unknown): boolean {
  if (hostProof() === 'yes' || !(error instanceof ApiError)) return false
  return error.status === 404 || error.status === 405 || error.kind === 'not_ours'
}

/** Confirms the password with a sign-in. The session that it creates is ended immediately. */
async function confirmBySignIn(email: string, password: string): Promise<void> {
  const { data } = await call(sessionEndpoints.create, { body: { email, password } }).catch(asFieldError)
  const endAtServer = await prepareEndAtServer({ access: data.access, refresh: data.refresh, isSplit: false })
  void endAtServer(new AbortController().signal)
}

function asFieldError(cause: unknown): never {
  if (!(cause instanceof ApiError) || cause.status !== 401) throw cause
  throw new ApiError('status', { status: 400, problem: { current_password: ['This is not your password.'] }, cause })
}
