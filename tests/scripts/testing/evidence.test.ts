import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clearResults } from '#scripts/testing/evidence.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'haulyard-results-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const fail = (name: string) => mkdirSync(join(folder, 'failures', name), { recursive: true })

test('a new run clears the last run’s reports and keeps its failures until there are newer ones', () => {
  fail('1-old')
  writeFileSync(join(folder, 'report.txt'), 'of the last run')
  clearResults(folder)
  expect(readdirSync(folder).toSorted()).toEqual(['failures-before', 'reports'])
  clearResults(folder)
  expect(readdirSync(join(folder, 'failures-before'))).toEqual(['1-old'])
  fail('1-new')
  clearResults(folder)
  expect(readdirSync(join(folder, 'failures-before'))).toEqual(['1-new'])
})

test('the very first run has nothing to clear', () => {
  const fresh = join(folder, 'fresh')
  clearResults(fresh)
  expect(existsSync(join(fresh, 'reports'))).toBe(true)
})
