import type { EndpointShape } from '#contract/wire/endpoint.ts'
import { resourceOf } from './docs/openapi.ts'
import { type LoadedModule, loadModules } from './load-modules.ts'

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const isEndpoint = (value: unknown): value is EndpointShape =>
  isObject(value) && ['name', 'method', 'path', 'access', 'reply'].every((part) => part in value)

/** The endpoints of a file: those that it exports, one by one or in groups. */
const endpointsOf = ({ exports }: LoadedModule): readonly EndpointShape[] =>
  Object.values(exports)
    .flatMap((value) => (isObject(value) && !isEndpoint(value) ? Object.values(value) : [value]))
    .filter(isEndpoint)

/** The order of a path's methods. */
const METHODS = { GET: 0, POST: 1, PATCH: 2, DELETE: 3 } satisfies Record<EndpointShape['method'], number>
/** The place of a call in the description: resources by their names, calls of each by path and method. */
const placeOf = (one: EndpointShape) => `${resourceOf(one)} ${one.path} ${METHODS[one.method]}`
const byPlace = (a: EndpointShape, b: EndpointShape) => (placeOf(a) < placeOf(b) ? -1 : placeOf(a) > placeOf(b) ? 1 : 0)

const inWords = ({ method, path }: EndpointShape) => `${method} ${path}`

/**
 * Calls in the order of the description, each once however often it is exported. Throws when two calls have one name: logs
 * and the fingerprints of changes tell calls apart by their names.
 */
export function inOrder(endpoints: readonly EndpointShape[]): readonly EndpointShape[] {
  const byName = new Map<string, EndpointShape>()
  for (const one of endpoints) {
    const other = byName.get(one.name)
    if (other !== undefined && other !== one)
      throw new Error(`two calls are named ${one.name}: ${inWords(other)} and ${inWords(one)}`)
    byName.set(one.name, one)
  }
  return [...byName.values()].sort(byPlace)
}

/**
 * Every call of the contract: what the description of the API prints and what the tests walk. A file of the contract adds
 * calls by exporting them.
 */
export const allEndpoints = inOrder((await loadModules('contract/**/*.ts')).flatMap(endpointsOf))
