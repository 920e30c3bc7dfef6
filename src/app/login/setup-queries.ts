import { type AdministratorForm, setupEndpoints } from '#contract/session/setup.ts'
import { call } from '#src/api/call.ts'

/** Makes the first administrator by the one-time link's token, or throws an `ApiError`. */
export async function createFirstAdministrator(token: string, form: AdministratorForm): Promise<void> {
  await call(setupEndpoints.createAdministrator, { body: { token, ...form } })
}
