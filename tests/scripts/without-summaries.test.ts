import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { emptySummaries } from '#scripts/build/without-summaries.ts'
import { root } from '#scripts/places.mjs'

const folder = join(root, 'contract')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))

it.each(files)('the built form of contract/%s contains no summaries and is otherwise unchanged', (name) => {
  const before = readFileSync(join(folder, name), 'utf8')
  const after = emptySummaries(before)
  expect(after.match(/summary:\s*(?:'[^']|"[^"]|`[^`])/)).toBeNull()
  expect(after.split('\n')).toHaveLength(before.split('\n').length)
  // The number of calls, paths and replies is unchanged.
  for (const part of [/endpoint\(/g, /\bpath:/g, /\breply:/g])
    expect(after.match(part)?.length).toBe(before.match(part)?.length)
})

it.each([
  [`{ summary: 'Sign in.', method: 'POST' }`, `{ summary: '', method: 'POST' }`],
  [`{ summary: "A driver's week.", reply: week }`, `{ summary: '', reply: week }`],
  [`{ summary: \`One \${noun}; \\\`filter\\\`.\`, reply }`, `{ summary: '', reply }`],
  [`{\n  summary:\n    'Long, with a comma, and more.',\n}`, `{\n  summary: ''\n,\n}`],
  [`readonly summary: string`, `readonly summary: string`],
  [`const { summary } = endpoint`, `const { summary } = endpoint`],
])('%s', (code, built) => {
  expect(emptySummaries(code)).toBe(built)
})
