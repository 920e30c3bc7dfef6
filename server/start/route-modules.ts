import type { FastifyInstance } from 'fastify'
import { type LoadedModule, loadModules } from '#server/http/load-modules.ts'
import { ApiRoutes, type RouteParts } from '#server/modules/route-parts.ts'

/** The routes that a file exports. Throws when it exports none, because its endpoints would not be served. */
export function routesOf({ path, exports }: LoadedModule): readonly ApiRoutes[] {
  const routes = Object.values(exports).filter((value) => value instanceof ApiRoutes)
  if (routes.length === 0) throw new Error(`${path} exports no routes`)
  return routes
}

/** All files with routes, and their paths from the root. */
export const routeModules = await loadModules('server/modules/**/*-routes.ts')

const allRoutes = routeModules.flatMap(routesOf)

/** Registers the routes of every module. */
export function registerModules(app: FastifyInstance, parts: RouteParts): void {
  for (const { register } of allRoutes) register(app, parts)
}
