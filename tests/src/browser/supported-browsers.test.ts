import { expect, test } from 'vitest'
import * as fillIns from '#src/browser/fill-ins.ts'
import { FILLED_IN } from '#src/browser/supported-browsers.ts'

test('each name that is said to be filled in is filled in where it is missing', () => {
  class Element {}
  const page = { Promise: class {}, Map: class {}, AbortSignal: class {}, Element }
  fillIns.fillIn(page as never)
  const missing = FILLED_IN.filter((path) => {
    const found = path.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], page)
    return typeof found !== 'function'
  })
  expect(missing).toEqual([])
})
