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

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const satisfies readonly EndpointShape['method'][]
/** The place of a call in the description: resources by their names, calls of each by path and method. */
const placeOf = (one: EndpointShape) => `${resourceOf(one)} ${one.path} ${METHODS.indexOf(one.method)}`
const byPlace = (a: EndpointShape, b: EndpointShape) => (placeOf(a) < placeOf(b) ? -1 : placeOf(a) > placeOf(b) ? 1 : 0)

/**
 * Every call of the contract: what the description of the API prints and what the tests walk. A file of the contract adds
 * calls by exporting them.
 */
export const allEndpoints: readonly EndpointShape[] = [
  ...new Set((await loadModules('contract/**/*.ts')).flatMap(endpointsOf)),
].sort(byPlace)
