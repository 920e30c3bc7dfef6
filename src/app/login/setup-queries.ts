import { type AdministratorForm, setupEndpoints } from '#contract/session/setup.ts'
import { call } from '#src/api/call.ts'

/** Creates the first administrator with the one-time link's token. Throws an `ApiError`. */
export async function createFirstAdministrator(token: string, form: AdministratorForm): Promise<void> {
  await call(setupEndpoints.createAdministrator, { body: { token, ...form } })
}
