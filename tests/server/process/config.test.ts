import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '#server/start/config.ts'
import { refusalOf } from '#tests/support/server/config-refusal.ts'

test('the defaults are the embedded database and the demo company on port 4000 of this machine', () => {
  expect(readConfig({})).toMatchObject({
    port: 4000,
    host: '127.0.0.1',
    dataDir: resolve('data'),
    databaseUrl: null,
    publicUrl: null,
    trustedProxies: [],
    demo: { isOn: true, drivers: 60 },
    isProduction: false,
    logLevel: 'warn',
    tokenSecret: null,
    formerTokenSecrets: [],
    forgetTokenSecrets: [],
    mail: { smtpUrl: null, from: 'Haulyard <no-reply@localhost>' },
    feeds: { tolls: { provider: 'simulator' }, fuel: { provider: 'simulator' } },
    telematics: { provider: 'simulator' },
  })
})

test('Motive is the telematics vendor if the operator sets it with a key', () => {
  const set = { TELEMATICS_PROVIDER: 'motive', MOTIVE_API_KEY: 'secret' }
  expect(readConfig(set).telematics).toEqual({
    provider: 'motive',
    access: { baseUrl: 'https://api.gomotive.com', apiKey: 'secret' },
    webhookSecret: null,
  })
  const more = { MOTIVE_BASE_URL: 'http://localhost:4100/motive/', MOTIVE_WEBHOOK_SECRET: '8cbd43f98ba1e33c28c9' }
  expect(readConfig({ ...set, ...more }).telematics).toEqual({
    provider: 'motive',
    access: { baseUrl: 'http://localhost:4100/motive', apiKey: 'secret' },
    webhookSecret: '8cbd43f98ba1e33c28c9',
  })
  expect(readConfig({ ...set, TELEMATICS_PROVIDER: 'off' }).telematics).toEqual({ provider: 'off' })
})

test('vendor requests follow the operator’s settings, and otherwise the vendor’s documentation', () => {
  const { feeds } = readConfig({
    TOLLS_PROVIDER: 'bestpass',
    BESTPASS_BASE_URL: 'https://api.vendor.example/v1/',
    BESTPASS_API_KEY: 'secret',
    BESTPASS_AUTH_PREFIX: 'Bearer',
    BESTPASS_ACCOUNT: '4711',
    BESTPASS_CALL: '{"rows":"data.tolls","size":null,"query":{"format":"json"}}',
    BESTPASS_FIELDS: '{"plate":"vehicle.plate"}',
    FUEL_PROVIDER: 'off',
  })
  expect(feeds).toMatchObject({
    tolls: {
      provider: 'bestpass',
      access: {
        baseUrl: 'https://api.vendor.example/v1',
        apiKey: 'secret',
        header: 'Authorization',
        prefix: 'Bearer ',
        call: {
          path: '/transactions',
          rows: 'data.tolls',
          size: null,
          query: { accountNumber: '4711', dateType: 'exitDate', format: 'json' },
        },
      },
      fields: { key: 'transactionId', plate: 'vehicle.plate' },
    },
    fuel: { provider: 'off' },
  })
})

test('everything can be set; an empty setting counts as not set', () => {
  const config = readConfig({
    PORT: '8080',
    HOST: '0.0.0.0',
    DATA_DIR: '/srv/haulyard',
    DATABASE_URL: 'postgresql://haulyard:secret@db.example.com:5432/fleet',
    PUBLIC_URL: 'https://fleet.example.com/',
    TRUST_PROXY: 'loopback, 10.0.0.0/8,fd00::/8,',
    DEMO: 'off',
    DEMO_DRIVERS: '5000',
    LOG_LEVEL: '',
    TOKEN_SECRET: 'kT3vQ9xLw7RmZ2pYc8HdJ5bNf4GsU6aE',
    FORMER_TOKEN_SECRETS: `${'r'.repeat(32)}, ${'q'.repeat(40)}`,
    FORGET_TOKEN_SECRETS: '3f09a1c4,',
    SMTP_URL: 'smtps://haulyard:secret@smtp.example.com:465',
    MAIL_FROM: "Callahan's Yard <yard@example.com>",
    NODE_ENV: 'production',
    UNRELATED: 'x',
  })
  expect(config).toMatchObject({
    port: 8080,
    host: '0.0.0.0',
    dataDir: resolve('/srv/haulyard'),
    databaseUrl: 'postgresql://haulyard:secret@db.example.com:5432/fleet',
    publicUrl: 'https://fleet.example.com',
    trustedProxies: ['loopback', '10.0.0.0/8', 'fd00::/8'],
    demo: { isOn: false, drivers: 5000 },
    isProduction: true,
    logLevel: 'info',
    tokenSecret: 'kT3vQ9xLw7RmZ2pYc8HdJ5bNf4GsU6aE',
    formerTokenSecrets: ['r'.repeat(32), 'q'.repeat(40)],
    forgetTokenSecrets: ['3f09a1c4'],
    mail: { smtpUrl: 'smtps://haulyard:secret@smtp.example.com:465', from: "Callahan's Yard <yard@example.com>" },
  })
})

test.each([
  [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535'],
  [{ PORT: '-1' }, 'PORT must be a whole number from 0 to 65535'],
  [{ PORT: '4000.5' }, 'PORT must be a whole number from 0 to 65535'],
  [{ PORT: 'http' }, 'PORT must be a whole number from 0 to 65535'],
  [{ HOST: 'not a host' }, 'HOST must be a host name or an IP address'],
  [{ DATABASE_URL: 'mysql://localhost/fleet' }, 'DATABASE_URL must be an address like postgresql://'],
  [{ PUBLIC_URL: 'fleet.example.com' }, 'PUBLIC_URL must be an address like https://fleet.example.com'],
  [{ TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY must be addresses or networks like'],
  [{ TRUST_PROXY: 'loopback, everybody' }, 'TRUST_PROXY must be addresses or networks like'],
  [{ DEMO: 'yes' }, 'DEMO must be one of on, off'],
  [{ DEMO_DRIVERS: '0' }, 'DEMO_DRIVERS must be a whole number from 1 to 20000'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of'],
  [{ NODE_ENV: 'Production' }, 'NODE_ENV must be one of production, development, test'],
  [{ NODE_ENV: 'prod' }, 'NODE_ENV must be one of production, development, test'],
  [{ EMBEDDED_DATABASE: 'yes' }, 'EMBEDDED_DATABASE must be one of allow'],
  [{ SMTP_URL: 'smtp.example.com' }, 'SMTP_URL must be an address like smtps://'],
  [{ SMTP_URL: 'https://smtp.example.com' }, 'SMTP_URL must be an address like smtps://'],
  [{ SMTP_URL: 'smtp:' }, 'SMTP_URL must be an address like smtps://'],
  [{ MAIL_FROM: 'nobody' }, 'MAIL_FROM must be an address like Haulyard <no-reply@'],
  [{ MAIL_FROM: 'A <a@b.example>, C <c@d.example>' }, 'MAIL_FROM must be an address like Haulyard <no-reply@'],
  [{ MAIL_FROM: 'A <a@b.example>\nBcc: c@d.example' }, 'MAIL_FROM must be an address like Haulyard <no-reply@'],
  [{ TOLLS_COLUMNS: '{' }, 'TOLLS_COLUMNS must be JSON like {"date": "Transaction Date"}, of date, time, amount'],
  [{ TOLLS_COLUMNS: '{"invoice": "Invoice"}' }, 'TOLLS_COLUMNS must be JSON like'],
  [{ FUEL_COLUMNS: '{"amount": 5}' }, 'FUEL_COLUMNS must be JSON like'],
  [{ TOLLS_PROVIDER: 'pilot' }, 'TOLLS_PROVIDER must be one of simulator, bestpass, off'],
  [{ FUEL_PROVIDER: 'yes' }, 'FUEL_PROVIDER must be one of simulator, pilot, off'],
  [{ BESTPASS_BASE_URL: 'http://api.vendor.example' }, 'BESTPASS_BASE_URL must be an address like https://'],
  [{ BESTPASS_DATE_BASIS: 'today' }, 'BESTPASS_DATE_BASIS must be one of exitDate, tollPostDate'],
  [{ BESTPASS_API_KEY: 'two words' }, 'BESTPASS_API_KEY must be a key without spaces'],
  [{ BESTPASS_CALL: '{' }, 'BESTPASS_CALL must be JSON like'],
  [{ BESTPASS_CALL: '{"pages":1}' }, 'BESTPASS_CALL has the unknown name "pages"'],
  [{ BESTPASS_FIELDS: '{"plate":7}' }, 'BESTPASS_FIELDS has something wrong at "plate"'],
  [{ PILOT_FIELDS: '["a"]' }, 'PILOT_FIELDS has something wrong'],
  [{ PILOT_AUTH_HEADER: 'X Key' }, 'PILOT_AUTH_HEADER must be the name of a header'],
  [{ TELEMATICS_PROVIDER: 'yes' }, 'TELEMATICS_PROVIDER must be one of simulator, motive, off'],
  [{ MOTIVE_BASE_URL: 'http://api.gomotive.com' }, 'MOTIVE_BASE_URL must be an address like https://'],
  [{ MOTIVE_BASE_URL: 'api.gomotive.com' }, 'MOTIVE_BASE_URL must be an address like https://'],
  [{ MOTIVE_API_KEY: 'two words' }, 'MOTIVE_API_KEY must be a key without spaces'],
  [{ MOTIVE_WEBHOOK_SECRET: 'two words' }, 'MOTIVE_WEBHOOK_SECRET must be a key without spaces'],
  [{ TOKEN_SECRET: 'short' }, 'TOKEN_SECRET must have at least 32 characters'],
  [
    { FORMER_TOKEN_SECRETS: `${'s'.repeat(32)},short` },
    'FORMER_TOKEN_SECRETS must be secrets of at least 32 characters',
  ],
  [{ FORGET_TOKEN_SECRETS: 'all' }, 'FORGET_TOKEN_SECRETS must be what the server called the secrets, like 3f09a1c4'],
])('%o is refused in one line that describes the valid value', (env, said) => {
  const line = refusalOf(env)
  expect(line).toContain(`Bad configuration: ${said}`)
  expect(line.split('\n')).toHaveLength(1)
})

test('the reports folder and the names of report columns can be set', () => {
  expect(readConfig({ DATA_DIR: '/srv/haulyard' }).reports).toEqual({
    folder: resolve('/srv/haulyard/reports'),
    columns: { tolls: {}, fuel: {} },
  })
  const FUEL_COLUMNS = '{"date": "Purchased", "unit": ""}'
  expect(readConfig({ REPORTS_DIR: '/srv/sftp', FUEL_COLUMNS }).reports).toEqual({
    folder: resolve('/srv/sftp'),
    columns: { tolls: {}, fuel: { date: 'Purchased', unit: '' } },
  })
})

test('a vendor without an address or a key stops the start', () => {
  expect(refusalOf({ TOLLS_PROVIDER: 'bestpass', BESTPASS_BASE_URL: 'https://api.vendor.example' })).toBe(
    'Bad configuration: the provider that is set needs BESTPASS_API_KEY too.',
  )
  expect(refusalOf({ FUEL_PROVIDER: 'pilot' })).toContain('PILOT_BASE_URL and PILOT_API_KEY')
  expect(refusalOf({ TELEMATICS_PROVIDER: 'motive' })).toContain('needs MOTIVE_API_KEY too')
  expect(refusalOf({ FUEL_PROVIDER: 'pilot', TELEMATICS_PROVIDER: 'motive' })).toContain(
    'PILOT_API_KEY and MOTIVE_API_KEY',
  )
})

test('all faults are reported together, without the values, which may contain a password', () => {
  const line = refusalOf({ PORT: 'x', DEMO: 'maybe', DATABASE_URL: 'http://haulyard:secret@host/fleet' })
  expect(line).toMatch(/PORT .*; DATABASE_URL .*; DEMO /)
  expect(line).not.toContain('secret')
})

/** The minimum settings for production. */
const PRODUCTION = {
  NODE_ENV: 'production',
  EMBEDDED_DATABASE: 'allow',
  DEMO: 'off',
  MAIL: 'folder',
  PUBLIC_URL: 'https://yard.example.com',
}

test('production requires explicit settings for the demo company, mail to a folder and everything else meant for a trial', () => {
  expect(readConfig(PRODUCTION)).toMatchObject({ isProduction: true, demo: { isOn: false } })
  expect(readConfig({ ...PRODUCTION, DEMO: 'on' }).demo.isOn).toBe(true)
  expect(
    refusalOf({ NODE_ENV: 'production', PUBLIC_URL: 'http://yard.example.com', TOKEN_SECRET: 'a'.repeat(32) }),
  ).toMatch(
    /^Bad configuration: with NODE_ENV=production .*EMBEDDED_DATABASE=allow.*; .*DEMO=off.*; .*https.*; .*TOKEN_SECRET at random.*; .*MAIL=folder/,
  )
})

test.each(['http://localhost:4000', 'http://127.0.0.1', 'http://[::1]:4000', 'https://yard.example.com'])(
  'production accepts the address %s',
  (PUBLIC_URL) => {
    expect(readConfig({ ...PRODUCTION, PUBLIC_URL }).publicUrl).toBe(PUBLIC_URL)
  },
)

test.each([{ HOST: '0.0.0.0' }, { HOST: '::' }, { HOST: 'yard.local' }, { TRUST_PROXY: 'loopback' }])(
  'production that other machines can reach does not start without PUBLIC_URL: %o',
  (set) => {
    expect(refusalOf({ ...PRODUCTION, PUBLIC_URL: '', ...set })).toContain('set PUBLIC_URL to the address')
  },
)

test.each([{}, { HOST: '127.0.0.1' }, { HOST: 'localhost' }, { HOST: '::1' }])(
  'production for this machine only needs no PUBLIC_URL: %o',
  (set) => {
    expect(readConfig({ ...PRODUCTION, PUBLIC_URL: '', ...set }).publicUrl).toBeNull()
  },
)

test.each(['http://yard.example.com', 'HTTP://yard.example.com', 'http://10.0.0.7:4000', 'http://localhost.example'])(
  'production refuses %s, an unencrypted address that is not this machine',
  (PUBLIC_URL) => {
    expect(refusalOf({ ...PRODUCTION, PUBLIC_URL })).toContain('give PUBLIC_URL an https address')
  },
)

test('an https address in upper case is accepted and stored in lower case', () => {
  expect(readConfig({ ...PRODUCTION, PUBLIC_URL: 'HTTPS://Yard.Example.com/' }).publicUrl).toBe(
    'https://yard.example.com',
  )
})

test('in production the embedded database must be allowed explicitly', () => {
  expect(refusalOf({ ...PRODUCTION, EMBEDDED_DATABASE: '' })).toContain('EMBEDDED_DATABASE=allow')
  expect(readConfig(PRODUCTION).databaseUrl).toBeNull()
})

test.each([
  ['https://fleet.example.com/', 'Haulyard <no-reply@fleet.example.com>'],
  ['http://10.0.0.7:4000', 'Haulyard <no-reply@localhost>'],
  ['http://[::1]:4000', 'Haulyard <no-reply@localhost>'],
])('a server at %s sends mail as %s', (PUBLIC_URL, from) => {
  expect(readConfig({ PUBLIC_URL }).mail.from).toBe(from)
})
