import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tokenSecret } from '#server/token-secret.ts'

let dataDir = ''
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'haulyard-secret-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

test('the secret is made once, long, for the owner alone', () => {
  const made = tokenSecret({ tokenSecret: null, dataDir })
  expect(made.length).toBe(32)
  expect(tokenSecret({ tokenSecret: null, dataDir })).toEqual(made)
  expect(readdirSync(dataDir)).toEqual(['token-secret'])
  expect(statSync(join(dataDir, 'token-secret')).mode & 0o777).toBe(0o600)
})

test('a secret that is set stands in place of the file', () => {
  expect(tokenSecret({ tokenSecret: 's'.repeat(32), dataDir })).toEqual(Buffer.from('s'.repeat(32)))
  expect(readdirSync(dataDir)).toEqual([])
})

test('a damaged secret stops the start instead of signing with nothing', () => {
  writeFileSync(join(dataDir, 'token-secret'), '')
  expect(() => tokenSecret({ tokenSecret: null, dataDir })).toThrow('is damaged: remove the file')
})
