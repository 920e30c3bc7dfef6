import { sessionEndpoints } from '#contract/session.ts'
import { ApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { noteToEndAtServer } from './end-at-server.ts'

/**
 * Resolves when this is the password of the account with that e-mail. Every host can say so by a sign-in, which is ended at
 * once. Throws an `ApiError`; for a wrong one, 400 under `current_password`.
 */
export async function confirmPassword(email: string, password: string): Promise<void> {
  const { data } = await call(sessionEndpoints.create, { body: { email, password } }).catch(asFieldError)
  const end = await noteToEndAtServer({ access: data.access, refresh: data.refresh, isSplit: false })
  void end(new AbortController().signal)
}

function asFieldError(cause: unknown): never {
  if (!(cause instanceof ApiError) || cause.status !== 401) throw cause
  throw new ApiError('status', { status: 400, problem: { current_password: ['This is not your password.'] }, cause })
}
