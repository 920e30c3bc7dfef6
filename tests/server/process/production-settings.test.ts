import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { needsTls } from '#server/db/open-postgres.ts'
import { isGuessable, productionFaults } from '#server/production-settings.ts'

test.each([
  'a'.repeat(32),
  'abcdefgh'.repeat(4),
  'abcdefghijklmnopqrstuvwxyz0123456789',
  '98765432109876543210987654321098765',
  'correct horse secret battery staple',
  'Please-ChangeMe-Before-Production-1',
  'haulyard-token-signing-key-of-ours-1',
  'kT3vQ9xLw7RmZ2pYkT3vQ9xLw7RmZ2pY',
])('a secret like %s can be guessed', (secret) => {
  expect(isGuessable(secret)).toBe(true)
})

test('a secret made at random never counts as one that can be guessed', () => {
  const encodings = fc.constantFrom('hex', 'base64', 'base64url')
  const made = fc
    .tuple(fc.integer({ min: 24, max: 64 }), encodings)
    .map(([bytes, as]) => randomBytes(bytes).toString(as))
  fc.assert(
    fc.property(made, (secret) => !isGuessable(secret)),
    { numRuns: 20_000 },
  )
})

test.each([
  ['postgresql://h:p@db.example.com/h', true],
  ['postgresql://h:p@10.0.0.5:5432/h', true],
  ['postgresql://h:p@db.example.com/h?sslmode=disable', false],
  ['postgresql://h:p@db.example.com/h?sslmode=verify-full', false],
  ['postgresql://h:p@db.example.com/h?sslrootcert=/etc/ca.pem', false],
  ['postgresql://h:p@localhost/h', false],
  ['postgresql://h:p@127.0.0.1:5433/h', false],
  ['postgresql://h:p@[::1]/h', false],
  ['postgresql:///h?host=/var/run/postgresql', false],
])('the way to %s must be protected by the app itself: %s', (url, needs) => {
  expect(needsTls(url)).toBe(needs)
})

test('a fault never repeats the value that it is about', () => {
  const set = { PUBLIC_URL: 'http://u:hidden@yard.example.com', TOKEN_SECRET: 'hiddenhiddenhiddenhiddenhidden12' }
  expect(productionFaults(set)).toHaveLength(5)
  expect(productionFaults(set).join()).not.toContain('hidden')
})
