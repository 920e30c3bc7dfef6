import type { FastifyInstance } from 'fastify'
import type { EndpointShape } from '#contract/wire/endpoint.ts'
import type { MapSettings } from '#server/base/map-settings.ts'
import type { SessionKeys } from '#server/modules/session/session-service.ts'
import type { TelematicsSource } from '#server/providers/telematics/telematics.ts'
import type { TelematicsWebhook } from '#server/providers/telematics/telematics-webhook.ts'

/** Dependencies of routes, in addition to the app that they are added to. */
export interface RouteParts {
  /** All endpoints of the contract. */
  readonly endpoints: readonly EndpointShape[]
  readonly keys: SessionKeys
  readonly map: MapSettings
  /** The vendor of vehicle histories; null when none is set up. */
  readonly telematics: TelematicsSource | null
  /** The reader of the vendor's webhooks; null when webhooks are not set up. */
  readonly webhook: TelematicsWebhook | null
}

type Register = (app: FastifyInstance, parts: RouteParts) => void

/**
 * The routes of a module. Only `apiRoutes` creates instances, so that they can be recognized among a file's exports.
 */
export class ApiRoutes {
  readonly register: Register
  constructor(register: Register) {
    this.register = register
  }
}

/**
 * Declares the routes of a module. Every `…-routes.ts` file in `server/modules` is loaded and its exported routes are
 * served; no list of modules exists. The order of registration is undefined.
 *
 * A module is a folder with three kinds of files: routes connect the contract's endpoints with the service, the service
 * has the rules, the repository has the SQL. The routes of the contacts:
 *
 * ```ts
 * export const contactRoutes = apiRoutes((app) => {
 *   serve(app, contactEndpoints.list, async ({ sql, query, url }) =>
 *     pageAnswer(url, query, await contacts.list(sql, query)),
 *   )
 *   serve(app, contactChanges.update, async (call) =>
 *     Answer.record(await contacts.change(changeRequest(call), call.params.id, call.body)),
 *   )
 * })
 * ```
 */
export const apiRoutes = (register: Register): ApiRoutes => new ApiRoutes(register)
