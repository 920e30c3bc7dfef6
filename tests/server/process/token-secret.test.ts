import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { rotateSecret, type SecretSettings, tokenSecrets } from '#server/base/token-secret.ts'

let dataDir = ''
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'haulyard-secret-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const read = (settings: Partial<SecretSettings> = {}) =>
  tokenSecrets({ tokenSecret: null, formerTokenSecrets: [], dataDir, ...settings })
const inFolder = (name: string) => join(dataDir, name)
const rotate = (tokenSecret: string | null = null) => rotateSecret({ tokenSecret, dataDir })

test('the secret is made once, long, for the owner alone', () => {
  const made = read()
  expect(made.current.length).toBe(32)
  expect(read()).toEqual(made)
  expect(readdirSync(dataDir)).toEqual(['token-secret'])
  expect(statSync(inFolder('token-secret')).mode & 0o777).toBe(0o600)
})

test('a secret that is set stands in place of the file', () => {
  expect(read({ tokenSecret: 's'.repeat(32) }).current).toEqual(Buffer.from('s'.repeat(32)))
  expect(readdirSync(dataDir)).toEqual([])
})

test('a secret of the file that is not read is known, so that a start can say where a missing one lies', () => {
  const { current: made, ...first } = read()
  expect(first).not.toHaveProperty('unread')
  const set = read({ tokenSecret: 's'.repeat(32) })
  expect(set.unread).toEqual(made)
  expect(set.former).toEqual([])
  writeFileSync(inFolder('token-secret'), 'half')
  expect(read({ tokenSecret: 's'.repeat(32) })).not.toHaveProperty('unread')
})

test('a damaged secret stops the start instead of signing with nothing', () => {
  writeFileSync(inFolder('token-secret'), '')
  expect(() => read()).toThrow('is damaged: put the file back from a backup')
  expect(() => rotate()).toThrow('is damaged')
})

test('a damaged former secret stops the start instead of being left out', () => {
  writeFileSync(inFolder('former-token-secrets'), `${'s'.repeat(43)}\n\nhalf of\n`)
  expect(() => read()).toThrow('former-token-secrets is damaged')
})

test('the one before a rotation is kept among the former ones, each time, for the owner alone', () => {
  const first = read().current
  rotate()
  const second = read()
  expect(second.former).toContainEqual(first)
  expect(second.current).not.toEqual(first)
  rotate()
  const third = read()
  for (const former of [first, second.current]) expect(third.former).toContainEqual(former)
  expect(third.former).not.toContainEqual(third.current)
  expect(readdirSync(dataDir).toSorted()).toEqual(['former-token-secrets', 'token-secret'])
  for (const name of readdirSync(dataDir)) expect(statSync(inFolder(name)).mode & 0o777).toBe(0o600)
})

test('a rotation that a power cut broke off between its two files is made again, and nothing is kept twice', () => {
  const first = read().current
  const text = readFileSync(inFolder('token-secret'), 'utf8')
  writeFileSync(inFolder('former-token-secrets'), `${text}\n`)
  expect(read()).toMatchObject({ current: first })
  rotate()
  expect(readFileSync(inFolder('former-token-secrets'), 'utf8')).toBe(`${text}\n`)
  expect(read().former).toContainEqual(first)
})

test('a former secret counts wherever it stood before, in the file or in the setting', () => {
  const made = read().current
  const text = readFileSync(inFolder('token-secret'), 'utf8')
  rmSync(inFolder('token-secret'))
  const moved = read({ tokenSecret: 's'.repeat(32), formerTokenSecrets: [text, 'r'.repeat(50)] })
  for (const former of [made, Buffer.from(text), Buffer.from('r'.repeat(50))])
    expect(moved.former).toContainEqual(former)
})

test('a secret that an operator has made by hand is known again after it was rotated', () => {
  // As `openssl rand -base64 48` writes it.
  writeFileSync(inFolder('token-secret'), Buffer.alloc(48, 7).toString('base64'))
  const made = read().current
  rotate()
  expect(read().former).toContainEqual(made)
})

test('what is set is not rotated in the folder, and neither is what is not there', () => {
  expect(() => rotate('s'.repeat(32))).toThrow('FORMER_TOKEN_SECRETS')
  expect(() => rotate()).toThrow('There is no secret in')
  expect(readdirSync(dataDir)).toEqual([])
})
