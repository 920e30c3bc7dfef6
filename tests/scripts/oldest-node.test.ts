import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tooNewNames } from '#scripts/build/library-names.ts'
import { root } from '#scripts/places.mjs'

/** Node 20 has the library of Chrome 113. */
const NODE_20 = { safari: Number.POSITIVE_INFINITY, firefox: Number.POSITIVE_INFINITY, chrome: 113 }

test('what runs before the pinned Node is installed uses no name that Node 20 lacks', () => {
  // All other scripts run on the pinned Node.
  const files = new Map(
    globSync('scripts/**/*.mjs', { cwd: root }).map((file) => [file, readFileSync(join(root, file), 'utf8')]),
  )
  expect(files.size).toBeGreaterThan(20)
  expect(tooNewNames(files, NODE_20, () => [])).toEqual([])
  // In other files these names also belong to schemas.
  const setMethods = [...files].filter(([, text]) => /\.(?:difference|union|intersection)\(/.test(text))
  expect(setMethods.map(([file]) => file)).toEqual([])
})
