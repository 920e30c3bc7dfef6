import { expect, test } from 'vitest'
import { type EndpointShape, isChange } from '#contract/wire/endpoint.ts'
import { loadModules } from '#server/http/load-modules.ts'

/**
 * All rooms but those of what every call is made of, and but `expenses` and `session`: what these tell and take belongs to one page
 * each, which shows nothing before it asks for something.
 */
const OTHER_ROOMS = /^contract\/(?:expenses|files|session|text|wire)\//

const isCall = (value: unknown): value is EndpointShape =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

const ROOMS = 'contract/*/*.ts'
const files = (await loadModules(ROOMS)).filter(({ path }) => !OTHER_ROOMS.test(path))
const calls = files.flatMap(({ path, exports }) =>
  Object.values(exports)
    .flatMap((value) => (isCall(value) ? [value] : Object.values(value ?? {})))
    .filter(isCall)
    .map((call) => ({ path, call })),
)
const isOfChanges = (path: string) => path.endsWith('-changes.ts')
const isOfChoices = (path: string) => path.endsWith('-choices.ts')
const named = (some: typeof calls) => some.map(({ path, call }) => `${path}: ${call.name}`)

test('a call that writes stands in a file of changes, and one that reads in none', () => {
  expect(calls.length).toBeGreaterThan(60)
  expect(named(calls.filter(({ path, call }) => isChange(call) !== isOfChanges(path)))).toEqual([])
})

test('a file of choices has no calls', () => {
  expect(files.filter(({ path }) => isOfChoices(path)).length).toBeGreaterThan(3)
  expect(named(calls.filter(({ path }) => isOfChoices(path)))).toEqual([])
})
