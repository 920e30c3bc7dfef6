import { expect, test } from 'vitest'
import { isBatchable } from '#contract/wire/changes.ts'
import { allEndpoints } from '#server/http/all-endpoints.ts'
import { allCommands } from '#src/app/commands.ts'

test.each(allCommands().map(({ name, endpoint }) => [name, endpoint] as const))(
  '%s can be batched: its endpoint is found by name and has no headers or query parameters',
  (_, endpoint) => {
    expect(allEndpoints.filter(({ name }) => name === endpoint.name)).toEqual([endpoint])
    expect(isBatchable(endpoint)).toBe(true)
    expect([endpoint.headers, endpoint.query]).toEqual([undefined, undefined])
  },
)
