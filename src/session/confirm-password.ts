import { ownershipEndpoints } from '#contract/session/ownership.ts'
import { sessionEndpoints } from '#contract/session/session.ts'
import { ApiError } from '#src/api/api-error.ts'
import { hostProves } from '#src/api/ask.ts'
import { call } from '#src/api/call.ts'
import { noteToEndAtServer } from './end-at-server.ts'

/**
 * Resolves when this is the password of the signed-in user, who has that e-mail; for a while this session may then make changes
 * that need it. Throws an `ApiError`; for a wrong one, 400 under `current_password`.
 */
export async function confirmPassword(email: string, password: string): Promise<void> {
  try {
    await call(ownershipEndpoints.confirmPassword, { body: { password } })
  } catch (error) {
    if (!isUnknownCall(error)) throw error
    await confirmBySignIn(email, password)
  }
}

/** Another host than ours may not know the call; every host knows a sign-in. */
function isUnknownCall(error: unknown): boolean {
  if (hostProves() === 'yes' || !(error instanceof ApiError)) return false
  return error.status === 404 || error.status === 405 || error.kind === 'not_ours'
}

/** A sign-in, which is ended at once. */
async function confirmBySignIn(email: string, password: string): Promise<void> {
  const { data } = await call(sessionEndpoints.create, { body: { email, password } }).catch(asFieldError)
  const end = await noteToEndAtServer({ access: data.access, refresh: data.refresh, isSplit: false })
  void end(new AbortController().signal)
}

function asFieldError(cause: unknown): never {
  if (!(cause instanceof ApiError) || cause.status !== 401) throw cause
  throw new ApiError('status', { status: 400, problem: { current_password: ['This is not your password.'] }, cause })
}
