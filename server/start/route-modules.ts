import type { FastifyInstance } from 'fastify'
import { loadModules } from '#server/http/load-modules.ts'
import { ApiRoutes, type RouteParts } from '#server/modules/route-parts.ts'

/** The files that have routes, by their paths from the root. */
export const routeModules = await loadModules('server/modules/**/*-routes.ts')

const allRoutes = routeModules.flatMap(({ exports }) =>
  Object.values(exports).filter((value) => value instanceof ApiRoutes),
)

/** Serves the calls of every module. */
export function registerModules(app: FastifyInstance, parts: RouteParts): void {
  for (const { register } of allRoutes) register(app, parts)
}
