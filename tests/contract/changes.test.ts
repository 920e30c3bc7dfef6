import { expect, test } from 'vitest'
import { type EndpointShape, isChange } from '#contract/wire/endpoint.ts'
import { loadModules } from '#server/http/load-modules.ts'

/**
 * The folders of the contract that do not separate reads from changes: the parts of every call, and `expenses` and
 * `session`, whose calls belong to one page each that shows nothing before its first request.
 */
const OTHER_FOLDERS = /^contract\/(?:expenses|files|session|text|wire)\//

const isCall = (value: unknown): value is EndpointShape =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

const CONTRACT_FILES = 'contract/*/*.ts'
const files = (await loadModules(CONTRACT_FILES)).filter(({ path }) => !OTHER_FOLDERS.test(path))
const calls = files.flatMap(({ path, exports }) =>
  Object.values(exports)
    .flatMap((value) => (isCall(value) ? [value] : Object.values(value ?? {})))
    .filter(isCall)
    .map((call) => ({ path, call })),
)
const isOfChanges = (path: string) => path.endsWith('-changes.ts')
const isOfChoices = (path: string) => path.endsWith('-choices.ts')
const named = (some: typeof calls) => some.map(({ path, call }) => `${path}: ${call.name}`)

test('calls that change something are declared in -changes files, all other calls are not', () => {
  expect(calls.length).toBeGreaterThan(60)
  expect(named(calls.filter(({ path, call }) => isChange(call) !== isOfChanges(path)))).toEqual([])
})

test('a -choices file declares no calls', () => {
  expect(files.filter(({ path }) => isOfChoices(path)).length).toBeGreaterThan(3)
  expect(named(calls.filter(({ path }) => isOfChoices(path)))).toEqual([])
})
