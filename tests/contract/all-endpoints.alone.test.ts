import { globSync, readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { driverEndpoints } from '#contract/people/drivers.ts'
import type { EndpointShape } from '#contract/wire/endpoint.ts'
import { allEndpoints, sortEndpoints } from '#server/http/all-endpoints.ts'

const { declared } = vi.hoisted(() => ({ declared: [] as EndpointShape[] }))

/** The real module, except that `endpoint` records each declaration. */
vi.mock('#contract/wire/endpoint.ts', async (original) => ({
  ...(await original<object>()),
  endpoint: (shape: EndpointShape) => {
    declared.push(shape)
    return shape
  },
}))

const names = (endpoints: readonly EndpointShape[]) => endpoints.map(({ name }) => name).toSorted()

test('every call that the contract declares is found once', () => {
  expect(declared.length).toBeGreaterThan(100)
  expect(names(allEndpoints)).toEqual(names(declared))
})

test('the found calls are the same objects that the app imports', () => {
  expect(allEndpoints).toContain(driverEndpoints.list)
})

test('calls are sorted by resource', () => {
  const resources = allEndpoints.map(({ name }) => name.split('.')[0])
  expect(resources).toEqual(resources.toSorted())
})

test('a call that is exported twice counts once, and two calls with one name are refused', () => {
  const { list, find } = driverEndpoints
  expect(sortEndpoints([list, find, list])).toEqual(sortEndpoints([find, list]))
  expect(() => sortEndpoints([list, { ...find, name: list.name }])).toThrow(
    `two calls are named ${list.name}: GET ${list.path} and GET ${find.path}`,
  )
})

test('no file of the contract declares calls under an extension that the search skips', () => {
  const files = globSync('contract/**/*').filter((path) => /\.\w+$/.test(path) && !path.endsWith('.json'))
  expect(files.filter((path) => !path.endsWith('.ts') && readFileSync(path, 'utf8').includes('endpoint('))).toEqual([])
})
