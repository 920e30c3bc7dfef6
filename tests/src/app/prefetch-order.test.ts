import { expect, test } from 'vitest'
import { queriesToPrefetch } from '#src/app/prefetch-queries.ts'

test('what people need for their work now is prefetched before figures, reports and users', async () => {
  const names = (await queriesToPrefetch()).map(({ queryKey }) =>
    queryKey
      .slice(0, 2)
      .filter((part) => typeof part === 'string')
      .join('/'),
  )
  const first = [
    'drivers/list',
    'trucks/list',
    'trailers/list',
    'schedule/list',
    'trucks/names',
    'drivers/names',
    'attention',
  ]
  const last = Math.max(...first.map((name) => names.lastIndexOf(name)))
  const others = ['maintenance/list', 'figures/drivers', 'users/list', 'contacts/list'].map((name) =>
    names.indexOf(name),
  )
  expect(first.every((name) => names.includes(name))).toBe(true)
  expect(Math.min(...others)).toBeGreaterThan(last)
})
