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

const readSecrets = (settings: Partial<SecretSettings> = {}) =>
  tokenSecrets({ tokenSecret: null, formerTokenSecrets: [], dataDir, ...settings })
const inFolder = (name: string) => join(dataDir, name)
const rotate = (tokenSecret: string | null = null) => rotateSecret({ tokenSecret, dataDir })

test('the secret is generated once, with 32 bytes, readable by the owner only', () => {
  const generated = readSecrets()
  expect(generated.current.length).toBe(32)
  expect(readSecrets()).toEqual(generated)
  expect(readdirSync(dataDir)).toEqual(['token-secret'])
  expect(statSync(inFolder('token-secret')).mode & 0o777).toBe(0o600)
})

test('TOKEN_SECRET replaces the file', () => {
  expect(readSecrets({ tokenSecret: 's'.repeat(32) }).current).toEqual(Buffer.from('s'.repeat(32)))
  expect(readdirSync(dataDir)).toEqual([])
})

test('the secret in a file that TOKEN_SECRET overrides is returned as unread, if it is intact', () => {
  const { current: fromFile, ...first } = readSecrets()
  expect(first).not.toHaveProperty('unread')
  const set = readSecrets({ tokenSecret: 's'.repeat(32) })
  expect(set.unread).toEqual(fromFile)
  expect(set.former).toEqual([])
  writeFileSync(inFolder('token-secret'), 'half')
  expect(readSecrets({ tokenSecret: 's'.repeat(32) })).not.toHaveProperty('unread')
})

test('a damaged secret stops the start and a rotation', () => {
  writeFileSync(inFolder('token-secret'), '')
  expect(() => readSecrets()).toThrow('is damaged: put the file back from a backup')
  expect(() => rotate()).toThrow('is damaged')
})

test('a damaged former secret stops the start', () => {
  writeFileSync(inFolder('former-token-secrets'), `${'s'.repeat(43)}\n\nhalf of\n`)
  expect(() => readSecrets()).toThrow('former-token-secrets is damaged')
})

test('each rotation keeps the replaced secret among the former ones, readable by the owner only', () => {
  const first = readSecrets().current
  rotate()
  const second = readSecrets()
  expect(second.former).toContainEqual(first)
  expect(second.current).not.toEqual(first)
  rotate()
  const third = readSecrets()
  for (const former of [first, second.current]) expect(third.former).toContainEqual(former)
  expect(third.former).not.toContainEqual(third.current)
  expect(readdirSync(dataDir).toSorted()).toEqual(['former-token-secrets', 'token-secret'])
  for (const name of readdirSync(dataDir)) expect(statSync(inFolder(name)).mode & 0o777).toBe(0o600)
})

test('a rotation that a power cut interrupted between its two files is repeated without a duplicate', () => {
  const first = readSecrets().current
  const text = readFileSync(inFolder('token-secret'), 'utf8')
  writeFileSync(inFolder('former-token-secrets'), `${text}\n`)
  expect(readSecrets()).toMatchObject({ current: first })
  rotate()
  expect(readFileSync(inFolder('former-token-secrets'), 'utf8')).toBe(`${text}\n`)
  expect(readSecrets().former).toContainEqual(first)
})

test('a former secret in the setting is available both as its text and as the bytes that it encodes', () => {
  const fromFile = readSecrets().current
  const text = readFileSync(inFolder('token-secret'), 'utf8')
  rmSync(inFolder('token-secret'))
  const moved = readSecrets({ tokenSecret: 's'.repeat(32), formerTokenSecrets: [text, 'r'.repeat(50)] })
  for (const former of [fromFile, Buffer.from(text), Buffer.from('r'.repeat(50))])
    expect(moved.former).toContainEqual(former)
})

test('a secret that the operator generated stays available after a rotation', () => {
  // The format of `openssl rand -base64 48`.
  writeFileSync(inFolder('token-secret'), Buffer.alloc(48, 7).toString('base64'))
  const handMade = readSecrets().current
  rotate()
  expect(readSecrets().former).toContainEqual(handMade)
})

test('neither a secret in the setting nor a missing one is rotated in the folder', () => {
  expect(() => rotate('s'.repeat(32))).toThrow('FORMER_TOKEN_SECRETS')
  expect(() => rotate()).toThrow('There is no secret in')
  expect(readdirSync(dataDir)).toEqual([])
})
