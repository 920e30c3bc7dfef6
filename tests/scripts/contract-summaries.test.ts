import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withoutSummaries } from '#scripts/contract-summaries.ts'
import { root } from '#scripts/places.mjs'

const folder = join(root, 'contract')

test('no words of the API’s description are in the app, and all else of the contract is', () => {
  let left = 0
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.ts'))) {
    const source = readFileSync(join(folder, name), 'utf8')
    const kept = withoutSummaries(source)
    left += source.split('\n').length - kept.split('\n').length
    expect(kept, name).not.toMatch(/^\s+summary:\s+['"`]/m)
    const lines = new Set(source.split('\n'))
    expect(kept.split('\n').every((line) => lines.has(line))).toBe(true)
  }
  expect(left).toBeGreaterThan(100)
})

test('what only looks like one stays', () => {
  const source =
    "const words = {\n  text: 'a summary: of it',\n  summary: 'Says “it’s”, and \\'so\\'.',\n  path: '/a/',\n}\n"
  expect(withoutSummaries(source)).toBe("const words = {\n  text: 'a summary: of it',\n  path: '/a/',\n}\n")
})
