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
])('the secret %s counts as guessable', (secret) => {
  expect(isGuessable(secret)).toBe(true)
})

test('a random secret never counts as guessable', () => {
  const encodings = fc.constantFrom('hex', 'base64', 'base64url')
  const randomSecrets = fc
    .tuple(fc.integer({ min: 24, max: 64 }), encodings)
    .map(([bytes, as]) => randomBytes(bytes).toString(as))
  fc.assert(
    fc.property(randomSecrets, (secret) => !isGuessable(secret)),
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
])('the connection to %s is encrypted by the app', (url) => {
  const { ssl } = new pg.Client({ connectionString: withTls(url) })
  expect(ssl).toEqual({})
})

test('the connection to a database host from the environment is encrypted too', () => {
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
])('the connection to %s is local or has its own TLS settings, so the app leaves it unchanged', (url) => {
  expect(withTls(url)).toBe(url)
})

/** The first message of a client that asks for TLS, in hex: its length 8 and the code 80877103. */
const TLS_REQUEST = '0000000804d2162f'

/** The first bytes, in hex, that this server sends to a PostgreSQL server at an address other than loopback. */
async function firstMessageOf(isProduction: boolean): Promise<string> {
  const firstMessage = Promise.withResolvers<string>()
  const server = createServer((socket) => {
    socket.once('data', (word) => {
      firstMessage.resolve(word.subarray(0, 8).toString('hex'))
      socket.destroy()
    })
  }).listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const settings = { databaseUrl: `postgresql://h:p@0.0.0.0:${port}/h`, dataDir: '', isProduction }
  await expect(openDb(settings, noLog)).rejects.toThrow("can't be used")
  server.close()
  return firstMessage.promise
}

// 0.0.0.0 reaches this machine without being a loopback address. Windows does not connect to it.
test.skipIf(process.platform === 'win32')(
  'in production the first message to a database on another host asks for TLS (not on Windows)',
  async () => {
    expect(await firstMessageOf(true)).toBe(TLS_REQUEST)
    expect(await firstMessageOf(false)).not.toBe(TLS_REQUEST)
  },
)

test('the message of a fault never contains the value', () => {
  const set = { PUBLIC_URL: 'http://u:hidden@yard.example.com', TOKEN_SECRET: 'hiddenhiddenhiddenhiddenhidden12' }
  expect(productionFaults(set)).toHaveLength(5)
  expect(productionFaults(set).join()).not.toContain('hidden')
})
