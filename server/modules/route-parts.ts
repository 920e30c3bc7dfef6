import type { FastifyInstance } from 'fastify'
import type { EndpointShape } from '#contract/wire/endpoint.ts'
import type { MapSettings } from '#server/base/map-settings.ts'
import type { SessionKeys } from '#server/modules/session/session-service.ts'
import type { TelematicsSource } from '#server/providers/telematics/telematics.ts'
import type { TelematicsWebhook } from '#server/providers/telematics/telematics-webhook.ts'

/** What routes are built from, beside the app that they are added to. */
export interface RouteParts {
  /** Every call of the contract. */
  readonly endpoints: readonly EndpointShape[]
  readonly keys: SessionKeys
  readonly map: MapSettings
  /** The vendor that histories of vehicles are asked of; null where none is set up. */
  readonly telematics: TelematicsSource | null
  /** How the vendor's own notices are read; null where none are to come. */
  readonly webhook: TelematicsWebhook | null
}

type Register = (app: FastifyInstance, parts: RouteParts) => void

/** The routes of a module. Made by `apiRoutes` alone, so that they are found among what a file exports. */
export class ApiRoutes {
  readonly register: Register
  constructor(register: Register) {
    this.register = register
  }
}

/**
 * Declares the routes of a module. A file called `…-routes.ts` in `server/modules` exports them, and they are served: nothing
 * lists the modules. They are registered in no certain order.
 */
export const apiRoutes = (register: Register): ApiRoutes => new ApiRoutes(register)
