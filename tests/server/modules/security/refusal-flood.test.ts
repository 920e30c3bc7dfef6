import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { requestReset } from '#server/modules/passwords/reset-service.ts'
import { addRefusalCounts, noteSecurityEvent } from '#server/modules/security/security-service.ts'
import { aSource } from '#tests/support/builders/a-source.ts'
import { NOW, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'
import { emptySecurityLog } from '#tests/support/server/empty-security-log.ts'

const EMAIL = 'ruth@haulyard.example'
let site: TestApp
let ruth: number
const lines: object[] = []
const log = { say: (details: object) => void lines.push(details) }

beforeAll(async () => {
  site = await testApp()
  ruth = await hire(site.db, { first_name: 'Ruth', email: EMAIL })
})
afterAll(() => site.close())
beforeEach(async () => {
  lines.length = 0
  await site.db.script(null, 'truncate throttles')
  await emptySecurityLog(site.db)
})

const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)
async function refuseSignIns(
  many: number,
  network: (n: number) => string,
  { subject = null as number | null, minutes = 0 } = {},
) {
  for (let n = 0; n < many; n++) {
    const source = aSource({ network: network(n), log })
    await noteSecurityEvent(site.db, source, { kind: 'sign_in_refused', at: at(minutes), actor: null, subject })
  }
}
const rows = async () =>
  (
    await site.db.query<{ row: string }>(
      'test.rows',
      `select kind || coalesce(' of ' || (detail ->> 'limit'), '') || coalesce(' ' || (detail ->> 'refusals'), '') as row
     from security_events order by id`,
    )
  ).map(({ row }) => row)
async function counts() {
  const all = await rows()
  return Object.fromEntries([...new Set(all)].map((one) => [one, all.filter((row) => row === one).length]))
}
const ONE = () => '203.0.113.7'
const ipv4 = (n: number) => `198.51.${n >> 8}.${n & 255}`

test('twenty refusals of one network are listed per hour; then one event reports the limit, and a later one the number of the others', async () => {
  await refuseSignIns(50, ONE)
  expect(await counts()).toEqual({ sign_in_refused: 20, 'refusals_counted of one network': 1 })
  await addRefusalCounts(site.db, log, at(30))
  await addRefusalCounts(site.db, log, at(30))
  expect((await rows()).slice(21)).toEqual(['refusals_counted 30'])
  await refuseSignIns(1, () => '203.0.113.8')
  await refuseSignIns(1, ONE, { minutes: 60 })
  expect(await counts()).toMatchObject({ sign_in_refused: 22 })
})

test('refusals of three hundred networks in one /48 share the limit of the /48', async () => {
  await refuseSignIns(300, (n) => `2001:db8:1:${n.toString(16)}::/64`)
  expect(await counts()).toEqual({ sign_in_refused: 60, 'refusals_counted of one /48': 1 })
  await refuseSignIns(1, () => '2001:db8:2:0::/64')
  expect(await counts()).toMatchObject({ sign_in_refused: 61 })
})

test('three hundred refusals of unknown accounts are listed per hour, from however many networks, and the others are counted', async () => {
  await refuseSignIns(700, (n) => ipv4(n % 350))
  expect(await counts()).toEqual({ sign_in_refused: 300, 'refusals_counted of all networks': 1 })
  await addRefusalCounts(site.db, log, at(59))
  expect((await rows()).at(-1)).toBe('refusals_counted 400')
})

test('networks that have each reached their limit do not exceed the limit of all networks with the events that report it', async () => {
  for (let network = 0; network < 30; network++) await refuseSignIns(25, () => ipv4(network))
  const all = await rows()
  expect(all.length).toBeLessThanOrEqual(301)
  await addRefusalCounts(site.db, log, NOW)
  const listed = all.filter((row) => row === 'sign_in_refused').length
  expect((await rows()).at(-1)).toBe(`refusals_counted ${30 * 25 - listed}`)
})

test('a flood of unknown accounts hides no refusals of an existing account', async () => {
  await refuseSignIns(400, ipv4)
  await refuseSignIns(30, ONE, { subject: ruth })
  const [about] = await site.db.query<{ many: number }>(
    'test.about',
    'select count(*) as many from security_events where subject_id = $1',
    [ruth],
  )
  expect(about?.many).toBe(30)
  await refuseSignIns(30, ipv4, { subject: ruth })
  expect(await counts()).toEqual({
    sign_in_refused: 340,
    'refusals_counted of all networks': 1,
    'refusals_counted of one account': 1,
  })
})

test('the server’s own log has a line for each refusal, and marks those that are not listed', async () => {
  await refuseSignIns(25, ONE)
  expect(lines.filter((line) => 'kind' in line && line.kind === 'sign_in_refused')).toHaveLength(25)
  expect(lines.filter((line) => 'is_listed' in line && line.is_listed === false)).toHaveLength(5)
})

test('refusals of a signed-in user, and events about changes, are always listed', async () => {
  const source = aSource({ log })
  for (let n = 0; n < 50; n++) {
    await noteSecurityEvent(site.db, source, { kind: 'password_refused', at: NOW, actor: ruth, subject: ruth })
    await noteSecurityEvent(site.db, source, { kind: 'email_restored', at: NOW, actor: null, subject: ruth })
  }
  expect(await counts()).toEqual({ password_refused: 50, email_restored: 50 })
})

test('of password resets requested for one account from many networks, those that are mailed are listed', async () => {
  for (let n = 0; n < 40; n++)
    await requestReset(site.db, { email: EMAIL, address: `2001:db8:0:${n}::1`, source: aSource({ log }), now: NOW })
  expect(await counts()).toEqual({ reset_asked: 5, 'throttled of mails to one account': 1 })
})
