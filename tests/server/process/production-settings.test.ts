import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import fc from 'fast-check'
import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { openDb } from '#server/db/open.ts'
import { withTls } from '#server/db/open-postgres.ts'
import { isGuessable, productionFaults } from '#server/start/production-settings.ts'
import { noLog } from '#tests/support/server/no-log.ts'

afterEach(() => void vi.unstubAllEnvs())

test.each([
  'a'.repeat(32),
  'abcdefgh'.repeat(4),
  'abcdefghijklmnopqrstuvwxyz0123456789',
  '98765432109876543210987654321098765',
  'correct horse secret battery staple',
  'Please-ChangeMe-Before-Production-1',
  'haulyard-token-signing-key-of-ours-1',
  'kT3vQ9xLw7RmZ2pYkT3vQ9xLw7RmZ2pY',
  '1q2w3e4r5t6y7u8i9o0p1q2w3e4r5t6y',
  'asdfghjklzxcvbnmpoiuytrewqasdfgh',
  'Admin123Admin123Admin124Admin125',
  'supers3cr3tsupers3cr3t!supersecre7',
  'token-token-signing-key-of-our-yard',
  'THE FIRST YARD OF OUR COMPANY IN TULSA',
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
  ['postgresql://h:p@db.example.com/h'],
  ['postgresql://h:p@10.0.0.5:5432/h'],
  ['postgresql:///h?host=db.example.com&user=h&password=p'],
  ['postgresql://localhost/h?host=db.example.com'],
  ['postgresql:///h?host=/var/run/postgresql&host=db.example.com'],
  ['postgresql://h:p@db.example.com/h?sslmode='],
  ['postgresql://h:p@db.example.com/h?ssl='],
  ['postgresql://h:p@db.example.com/h?sslmode=disable&sslmode='],
])('the way to %s is protected by the app itself', (url) => {
  const { ssl } = new pg.Client({ connectionString: withTls(url) })
  expect(ssl).toEqual({})
})

test('a host that the environment names for the database is another host too', () => {
  vi.stubEnv('PGHOST', 'db.example.com')
  vi.stubEnv('PGSSLMODE', 'no-verify')
  const { host, ssl } = new pg.Client({ connectionString: withTls('postgresql:///h') })
  expect([host, ssl]).toEqual(['db.example.com', {}])
})

test.each([
  ['postgresql://h:p@db.example.com/h?sslmode=disable'],
  ['postgresql://h:p@db.example.com/h?sslmode=verify-full'],
  ['postgresql://h:p@db.example.com/h?sslrootcert=/etc/ca.pem'],
  ['postgresql://h:p@localhost/h'],
  ['postgresql://h:p@127.0.0.1:5433/h'],
  ['postgresql://h:p@[::1]/h'],
  ['postgresql:///h'],
  ['postgresql:///h?host=/var/run/postgresql'],
  ['postgresql://%2Fvar%2Frun%2Fpostgresql/h'],
  ['postgresql://h:p@db.example.com/h?host=127.0.0.1'],
])('the way to %s needs no protection, or says which', (url) => {
  expect(withTls(url)).toBe(url)
})

/** The first bytes of a client that asks for TLS: its length and 80877103. */
const ASKS_FOR_TLS = '0000000804d2162f'

/** What a server of PostgreSQL is first told by this server, over a way that is not its own machine's. */
async function firstWordOf(isProduction: boolean): Promise<string> {
  const told = Promise.withResolvers<string>()
  const server = createServer((socket) => {
    socket.once('data', (word) => {
      told.resolve(word.subarray(0, 8).toString('hex'))
      socket.destroy()
    })
  }).listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const settings = { databaseUrl: `postgresql://h:p@0.0.0.0:${port}/h`, dataDir: '', isProduction }
  await expect(openDb(settings, noLog)).rejects.toThrow("can't be used")
  server.close()
  return told.promise
}

// Every address of this machine is reached by one that is no loopback; Windows does not connect to it.
test.skipIf(process.platform === 'win32')(
  'in production the very first word to a database on another host asks for TLS (not on Windows)',
  async () => {
    expect(await firstWordOf(true)).toBe(ASKS_FOR_TLS)
    expect(await firstWordOf(false)).not.toBe(ASKS_FOR_TLS)
  },
)

test('a fault never repeats the value that it is about', () => {
  const set = { PUBLIC_URL: 'http://u:hidden@yard.example.com', TOKEN_SECRET: 'hiddenhiddenhiddenhiddenhidden12' }
  expect(productionFaults(set)).toHaveLength(5)
  expect(productionFaults(set).join()).not.toContain('hidden')
})
