import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { RequestSource } from '#server/base/request-source.ts'
import { noteSecurityEvent } from '#server/modules/security/security-service.ts'
import { NOW, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'
import { emptySecurityLog } from '#tests/support/server/empty-security-log.ts'

let site: TestApp
let ruth: number
let omar: number
const lines: object[] = []
const source: RequestSource = {
  session: null,
  network: '203.0.113.7',
  userAgent: 'A tablet',
  log: { say: (details) => void lines.push(details) },
}

beforeAll(async () => {
  site = await testApp()
  ruth = await hire(site.db, { first_name: 'Ruth', last_name: 'Callahan', role: 'administrator' })
  omar = await hire(site.db, { first_name: 'Omar', last_name: 'Haddad' })
})
afterAll(() => site.close())
beforeEach(async () => {
  lines.length = 0
  await emptySecurityLog(site.db)
})
const signedOut = (subject: number, minutes = 0) =>
  ({ kind: 'sign_out', at: new Date(NOW.getTime() + minutes * 60_000), actor: subject, subject }) as const
const read = async (query = '') => (await site.as(ruth))('GET', `/api/security/events/${query}`)

test('events are listed newest first, with the names of actor and subject', async () => {
  await noteSecurityEvent(site.db, source, signedOut(omar))
  await noteSecurityEvent(site.db, source, {
    kind: 'role_changed',
    at: new Date(NOW.getTime() + 1000),
    actor: ruth,
    subject: omar,
    detail: { from: 'driver', to: 'dispatcher' },
  })
  const { status, body } = await read()
  expect(status).toBe(200)
  expect(body.results).toMatchObject([
    {
      kind: 'role_changed',
      actor: { id: ruth, name: 'Ruth Callahan' },
      subject: { id: omar, name: 'Omar Haddad' },
      network: '203.0.113.7',
      user_agent: 'A tablet',
      detail: { from: 'driver', to: 'dispatcher' },
    },
    { kind: 'sign_out', at: NOW.toISOString() },
  ])
})

test('the log can be filtered by kind, by user and by company day', async () => {
  await noteSecurityEvent(site.db, source, signedOut(ruth))
  await noteSecurityEvent(site.db, source, signedOut(omar, 24 * 60))
  const counts = await Promise.all(
    ['?kind=sign_out', '?kind=sign_in', `?user=${omar}`, '?date_after=2026-11-22', '?date_before=2026-11-21'].map(
      async (query) => (await read(query)).body.count,
    ),
  )
  expect(counts).toEqual([2, 0, 1, 1, 1])
  expect((await read('?kind=nonsense')).status).toBe(400)
})

test('a user who is not an administrator cannot read the log', async () => {
  expect((await (await site.as(omar))('GET', '/api/security/events/')).status).toBe(403)
})

test('a server log line is written once the event is committed, and never for a rolled-back transaction', async () => {
  const undone = site.db.tx(async (sql) => {
    await noteSecurityEvent(sql, source, signedOut(omar))
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(lines).toEqual([])
  await site.db.tx((sql) => noteSecurityEvent(sql, source, signedOut(omar)))
  expect(lines).toMatchObject([{ channel: 'security', kind: 'sign_out', subject: omar }])
})

test('an event can never be changed, nor deleted within a year', async () => {
  const ago = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000)
  await noteSecurityEvent(site.db, source, { ...signedOut(omar), at: ago(365) })
  await site.db.query('test.delete', 'delete from security_events')
  await noteSecurityEvent(site.db, source, { ...signedOut(omar), at: ago(363) })
  await expect(site.db.query('test.change', `update security_events set kind = 'sign_in'`)).rejects.toThrow('only ever')
  await expect(site.db.query('test.delete', 'delete from security_events')).rejects.toThrow('only ever added')
  await expect(site.db.script(null, 'truncate security_events')).rejects.toThrow('only ever added')
  await expect(site.db.script(null, 'truncate users, security_events cascade')).rejects.toThrow('only ever added')
})
