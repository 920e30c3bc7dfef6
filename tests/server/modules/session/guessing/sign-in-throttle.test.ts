import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { networkBusy } from '#server/modules/session/guessing/limit-strangers.ts'
import { hashPassword } from '#server/modules/session/password-service.ts'
import { type SessionKeys, signIn } from '#server/modules/session/session-service.ts'
import { aSource } from '#tests/support/builders/a-source.ts'
import { NOW, SECRET, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'
import { emptySecurityLog } from '#tests/support/server/empty-security-log.ts'

const EMAIL = 'ruth@haulyard.example'
const PASSWORD = 'gravel-and-diesel'
const OTHER = 'omar@haulyard.example'
let site: TestApp
let ruth: number

beforeAll(async () => {
  site = await testApp({ trustedProxies: ['loopback'] })
  const password_hash = await hashPassword(PASSWORD)
  ruth = await hire(site.db, { first_name: 'Ruth', email: EMAIL, password_hash })
  await hire(site.db, { first_name: 'Omar', email: OTHER, password_hash })
})
afterAll(() => site.close())
beforeEach(async () => {
  site.clock.now = NOW
  await site.db.script(null, 'truncate throttles; truncate sessions')
  await emptySecurityLog(site.db)
})

/** Compares passwords instead of hashing them, because these tests try thousands. */
const keys = {
  secrets: { current: SECRET, former: [] },
  passwords: { matches: async (hash: string | null, password: string) => hash !== null && password === PASSWORD },
}
interface Guess {
  readonly from?: string
  readonly email?: string
  readonly device?: string
  readonly password?: string
  readonly seconds?: number
}
/** The status of a try; with a 429, also the seconds to wait: `429 60`. */
async function guess(
  { from = '203.0.113.7', email = EMAIL, device = '', password = 'x', seconds = 0 }: Guess = {},
  by: SessionKeys = keys,
) {
  const now = new Date(NOW.getTime() + seconds * 1000)
  try {
    await signIn(site.db, by, { email, password, device, source: aSource({ network: from }), now })
    return '200'
  } catch (error) {
    const { status, headers } = error as { status: number; headers: Record<string, string> }
    return status === 429 ? `429 ${headers['retry-after']}` : `${status}`
  }
}
async function guesses(many: number, of: (n: number) => Guess) {
  const all: string[] = []
  for (let n = 0; n < many; n++) all.push(await guess(of(n)))
  return all
}
const counts = (all: readonly string[]) =>
  Object.fromEntries([...new Set(all)].map((one) => [one, all.filter((x) => x === one).length]))
const events = () => site.db.query('test.events', 'select kind, subject_id, detail from security_events order by id')
const knownDevice = async (seconds = 0) => {
  const device = randomUUID()
  expect(await guess({ device, password: PASSWORD, from: '192.0.2.1', seconds })).toBe('200')
  return device
}

test('many addresses of one /64 are one network: after ten failures the account must wait there', async () => {
  const statuses: number[] = []
  for (let n = 0; n < 14; n++) {
    const headers = { 'x-forwarded-for': `2001:db8:0:7::${(n + 1).toString(16)}` }
    const body = { email: EMAIL, password: n === 13 ? PASSWORD : `wrong-${n}` }
    statuses.push((await site.signedOut('POST', '/api/auth/jwt/create/', { body, headers })).status)
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429, 429, 429])
})

test('after twenty failures from anywhere each further try waits longer, up to a minute, and the user is not locked out', async () => {
  expect(counts(await guesses(20, (n) => ({ from: `198.51.100.${n}` })))).toEqual({ 401: 20 })
  const waits: string[] = []
  let seconds = 0
  for (let n = 0; n < 9; n++) {
    const result = await guess({ from: `198.51.100.${100 + n}`, seconds })
    waits.push(result)
    seconds += Number(result.split(' ')[1])
    expect(await guess({ from: `198.51.100.${120 + n}`, seconds })).toBe('401')
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60].map((wait) => `429 ${wait}`))
  expect(await guess({ from: '198.51.100.200', password: PASSWORD, seconds: seconds + 60 })).toBe('200')
})

test.each([
  ['an hour ahead and was set back', 3600],
  ['a hundredth of a second ahead of another server’s', 0.01],
])('twenty failures are free even if the clock was %s', async (_, ahead) => {
  expect(await guess({ from: '198.51.100.1', seconds: ahead })).toBe('401')
  expect(await guess({ password: PASSWORD })).toBe('200')
  expect(counts(await guesses(18, (n) => ({ from: `198.51.100.${n + 2}` })))).toEqual({ 401: 18 })
  expect(await guess({ from: '198.51.100.20', password: PASSWORD })).toBe('200')
})

test('an account with more failures waits at most two minutes after the clock is set back', async () => {
  await guesses(40, (n) => ({ from: `198.51.100.${n}`, seconds: 3600 + 60 * n }))
  const last = 3600 + 60 * 39
  expect(await guess({ password: PASSWORD, seconds: last - 60 })).toBe('429 120')
  expect(await guess({ password: PASSWORD, seconds: last - 61 })).toBe('429 61')
  expect(await guess({ password: PASSWORD })).toBe('200')
})

test('a burst from anywhere does not get past the delay', async () => {
  const all = await Promise.all(Array.from({ length: 60 }, (_, n) => guess({ from: `198.51.100.${n}` })))
  expect(counts(all)).toEqual({ 401: 20, '429 1': 40 })
})

test('a network that tries many accounts waits after a hundred failures; successful sign-ins do not count', async () => {
  expect(counts(await guesses(50, () => ({ password: PASSWORD, email: OTHER })))).toEqual({ 200: 50 })
  expect(counts(await guesses(100, (n) => ({ email: `made-up-${n}@haulyard.example` })))).toEqual({ 401: 100 })
  expect(await guess({ password: PASSWORD, email: OTHER })).toBe('429 900')
  expect(await guess({ password: PASSWORD, email: OTHER, from: '203.0.113.8' })).toBe('200')
})

test('a whole /48 of networks has a thousand failures in total, and delays no other network', async () => {
  const network = (n: number) => `2001:db8:1:${(n % 200).toString(16)}::/64`
  const all = await guesses(1000, (n) => ({ email: `made-up-${n}@haulyard.example`, from: network(n) }))
  expect(counts(all)).toEqual({ 401: 1000 })
  expect(await guess({ password: PASSWORD, from: '2001:db8:1:ffff::/64' })).toBe('429 900')
  expect(await guess({ password: PASSWORD, from: '2001:db8:2:0::/64' })).toBe('200')
  expect((await events()).filter(({ kind }) => kind === 'sign_in_throttled')).toMatchObject([
    { subject_id: ruth, detail: { limit: 'site' } },
  ])
})

test('strangers delay no known device: neither by the account’s delay nor by the limit of its network', async () => {
  const device = await knownDevice()
  const from = '203.0.113.7'
  await guesses(40, (n) => ({ from: `198.51.100.${n}` }))
  await guesses(130, (n) => ({ from, email: `made-up-${n}@haulyard.example` }))
  await guesses(12, () => ({ from }))
  expect(await guess({ from, password: PASSWORD })).toMatch(/^429/)
  expect(await guess({ from, device, password: PASSWORD })).toBe('200')
})

/** Guesses as often as allowed for an hour. Returns the seconds at which guesses were judged. */
async function guessesInAnHour(of: Guess): Promise<number[]> {
  const judged: number[] = []
  for (let seconds = 0; seconds < 3600; ) {
    const result = await guess({ ...of, seconds })
    if (result === '401') judged.push(seconds)
    else seconds += Number(result.split(' ')[1])
  }
  return judged
}

test.each([
  ['on a device of the account', true],
  ['in its network', false],
])('at most thirty guesses at an account are judged in any quarter of an hour %s', async (_, isKnown) => {
  const device = isKnown ? await knownDevice() : ''
  const judged = await guessesInAnHour({ device })
  const within = judged.map((from) => judged.filter((at) => at >= from && at < from + 900).length)
  expect(Math.max(...within)).toBeGreaterThan(20)
  expect(Math.max(...within)).toBeLessThanOrEqual(30)
  // The right password only needs to wait as long as the last response said.
  const end = (judged.at(-1) ?? 0) + 61
  expect(await guess({ device, password: PASSWORD, seconds: end })).toBe('200')
})

test('failures on a known device count for its own account only', async () => {
  const device = await knownDevice()
  expect(counts(await guesses(12, () => ({ device })))).toEqual({ 401: 10, '429 1': 2 })
  expect(await guess({ device, email: OTHER, password: PASSWORD })).toBe('200')
  expect(await guess({ device, password: PASSWORD, seconds: 1 })).toBe('200')
  expect(counts(await guesses(12, () => ({ device, seconds: 2 })))).toEqual({ 401: 10, '429 1': 2 })
})

test('invented devices, and a device of another user, gain nothing', async () => {
  const device = await knownDevice()
  const invented = await guesses(15, () => ({ device: randomUUID() }))
  expect(counts(invented)).toEqual({ 401: 10, '429 1': 5 })
  // Omar's account must wait in this network. A device on which only Ruth has signed in is unknown for his account.
  await guesses(10, () => ({ email: OTHER }))
  expect(await guess({ device, email: OTHER, password: PASSWORD })).toMatch(/^429/)
})

test('a successful sign-in forgives only its own try, so that other users of its network gain no guesses', async () => {
  await guesses(9, () => ({}))
  expect(await guess({ password: PASSWORD })).toBe('200')
  expect(counts(await guesses(3, () => ({})))).toEqual({ 401: 1, '429 1': 2 })
})

test('an account has six hundred successful sign-ins per network in a quarter of an hour, from all devices together', async () => {
  const device = await knownDevice()
  const right = await guesses(604, (n) => ({ password: PASSWORD, device: n % 2 ? device : randomUUID() }))
  expect(counts(right)).toEqual({ 200: 600, '429 900': 4 })
  expect(await guess({ password: PASSWORD, email: OTHER })).toBe('200')
  expect(await guess({ password: PASSWORD, from: '203.0.113.8' })).toBe('200')
  expect(await guess({ password: PASSWORD, device, seconds: 900 })).toBe('200')
  const throttled = (await events()).filter(({ kind }) => kind === 'sign_in_throttled')
  expect(throttled).toEqual([{ kind: 'sign_in_throttled', subject_id: ruth, detail: { limit: 'right sign-ins' } }])
})

test('wrong passwords do not use up an account’s successful sign-ins', async () => {
  const devices: string[] = []
  for (let n = 0; n < 61; n++) devices.push(await knownDevice())
  expect(counts(await guesses(610, (n) => ({ device: devices[n % 61]! })))).toEqual({ 401: 610 })
  const device = await knownDevice()
  expect(await guess({ password: PASSWORD, device })).toBe('200')
})

describe('the limit of a hundred sessions per user', () => {
  const HOUR = 3600
  const liveSessions = () =>
    site.db.query<{ device: string }>(
      'test.live',
      'select device from sessions where user_id = $1 and revoked_at is null',
      [ruth],
    )
  const setLastSeen = (device: string, seconds: number) =>
    site.db.query('test.used', `update sessions set last_seen_at = $2::timestamptz where device = $1`, [
      device,
      new Date(NOW.getTime() + seconds * 1000).toISOString(),
    ])
  const endedEvents = async () => (await events()).filter(({ kind }) => kind === 'sessions_ended')

  test('ends the sessions used longest ago, and logs that once', async () => {
    const devices: string[] = []
    for (let n = 0; n < 102; n++) devices.push(await knownDevice(n * 20))
    const [first = '', second = '', third = '', fourth = ''] = devices
    await setLastSeen(first, 2 * HOUR)
    await knownDevice(2500)
    // All of these sessions were used within the last hour, so none ends.
    expect([await liveSessions(), await endedEvents()]).toMatchObject([{ length: 103 }, []])
    await knownDevice(2 * HOUR)
    const remaining = (await liveSessions()).map(({ device }) => device)
    expect(remaining).toHaveLength(100)
    expect(remaining).toContain(first)
    for (const gone of [second, third, fourth]) expect(remaining).not.toContain(gone)
    expect(await endedEvents()).toEqual([
      { kind: 'sessions_ended', subject_id: ruth, detail: { sessions: 4, most: 100 } },
    ])
  })

  test('keeps the session of a device when a program signs in for each call', async () => {
    const tablet = await knownDevice()
    for (let n = 0; n < 150; n++) expect(await guess({ password: PASSWORD, seconds: 2 * HOUR + n })).toBe('200')
    expect((await liveSessions()).length).toBe(151)
    expect(await guess({ password: PASSWORD, seconds: 4 * HOUR })).toBe('200')
    const remaining = (await liveSessions()).map(({ device }) => device)
    expect(remaining).toHaveLength(100)
    expect(remaining).toContain(tablet)
  })
})

test('a refusal is logged for its account, and an unknown account is not named', async () => {
  await guess({})
  await guess({ email: ' Made-Up@haulyard.example ' })
  const [known, unknown] = await events()
  expect(known).toEqual({ kind: 'sign_in_refused', subject_id: ruth, detail: {} })
  expect(unknown).toEqual({
    kind: 'sign_in_refused',
    subject_id: null,
    detail: { account: expect.stringMatching(/^[0-9a-f]{16}$/) },
  })
  await guess({ email: 'made-up@haulyard.example' })
  expect((await events())[2]?.detail).toEqual(unknown?.detail)
})

test('a reached limit is logged once per quarter of an hour', async () => {
  await guesses(40, () => ({}))
  const throttled = async () => (await events()).filter(({ kind }) => kind === 'sign_in_throttled')
  expect(await throttled()).toEqual([
    { kind: 'sign_in_throttled', subject_id: ruth, detail: { limit: 'account and network' } },
  ])
  await guesses(40, () => ({ seconds: 900 }))
  expect(await throttled()).toHaveLength(2)
})

test('a network with too many sign-ins in progress is logged once, and its further sign-ins are refused', async () => {
  const all = await Promise.all(
    Array.from({ length: 120 }, (_, n) => guess({ email: `made-up-${n}@haulyard.example`, from: '2001:db8::/64' })),
  )
  expect(counts(all)).toEqual({ 401: 40, '429 1': 80 })
  const throttled = (await events()).filter(({ kind }) => kind === 'sign_in_throttled')
  expect(throttled).toEqual([
    { kind: 'sign_in_throttled', subject_id: null, detail: { limit: 'at the same time', account: expect.any(String) } },
  ])
})

test('a network with too many passwords being checked is logged once', async () => {
  const busy = { secrets: keys.secrets, passwords: { matches: async () => Promise.reject(networkBusy()) } }
  for (let n = 0; n < 3; n++) expect(await guess({}, busy)).toBe('429 1')
  expect(await events()).toEqual([
    { kind: 'sign_in_throttled', subject_id: ruth, detail: { limit: 'at the same time' } },
  ])
})
