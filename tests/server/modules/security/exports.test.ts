import { beforeEach, expect, test } from 'vitest'
import { aRealPhoto } from '#tests/support/browser/real-photo.ts'
import { hire } from '#tests/support/server/company.ts'
import { emptySecurityLog } from '#tests/support/server/empty-security-log.ts'
import { sendUpload } from '#tests/support/server/send-upload.ts'
import { ALL, yardForEach } from '#tests/support/yard/inspected-yard.ts'

const LOG = '/api/security/export/'
const { site, yard } = yardForEach()
beforeEach(() => emptySecurityLog(site.db))

const events = async () => (await yard.admin('GET', '/api/security/events/')).body.results
const add = (kind: string, over: { at?: string; detail?: object; agent?: string } = {}) =>
  site.db.query(
    'test.event',
    `insert into security_events (at, kind, actor_id, actor_name, network, user_agent, detail)
     values ($1::timestamptz, $2, $3, 'Greg Novak', '203.0.113.7', $4, $5::jsonb)`,
    [
      over.at ?? site.clock.now.toISOString(),
      kind,
      yard.gregId,
      over.agent ?? 'A tablet',
      JSON.stringify(over.detail ?? {}),
    ],
  )
const GREG = () => ({ id: yard.gregId, name: 'Greg Novak' })

test('an export of inspections as CSV is logged, with the number of rows', async () => {
  const ids = [(await yard.createReport()).id, (await yard.createReport()).id]
  const path = `/api/maintenance/export_inspections/?ids=${ids}`
  expect((await yard.greg('GET', path, { headers: { 'user-agent': 'A desk' } })).status).toBe(200)
  expect(await events()).toMatchObject([
    { kind: 'exported', actor: GREG(), user_agent: 'A desk', detail: { what: 'inspections', rows: 2 } },
  ])
})

test('an export link is logged when it is used, with the user and session that created it', async () => {
  const { id } = await yard.createReport()
  const { body } = await yard.greg('POST', '/api/maintenance/export_inspections/', { body: { ids: [id] } })
  expect(await events()).toEqual([])
  expect((await site.signedOut('GET', body.url)).status).toBe(200)
  const session = new URL(body.url, 'http://here').searchParams.get('session')
  expect(await events()).toMatchObject([
    { kind: 'exported', actor: GREG(), session, detail: { what: 'inspections', rows: 1 } },
  ])
})

test('a download of attachments is logged; a refused download and a HEAD request are not', async () => {
  const upload = await sendUpload(yard.greg, await aRealPhoto('jpeg', { width: 40, height: 30 }))
  const { id } = await yard.createReport({ files: [{ upload, name: 'a.jpg' }] })
  const path = `${ALL}${id}/download_attachments/`
  const authorization = `Bearer ${await site.accessFor(yard.gregId)}`
  await site.app.inject({ method: 'HEAD', url: path, headers: { authorization } })
  expect((await yard.greg('GET', `${ALL}999999/download_attachments/`)).status).toBe(404)
  expect(await events()).toEqual([])
  expect((await yard.greg('GET', path)).status).toBe(200)
  expect(await events()).toMatchObject([
    { kind: 'exported', actor: GREG(), detail: { what: `attachments of inspection ${id}`, files: 1 } },
  ])
})

test('the security log is exported as CSV, newest first, and the export is logged too', async () => {
  await add('sign_in', { at: '2026-11-20T15:00:00Z' })
  await add('role_changed', { at: '2026-11-20T16:00:00Z', detail: { from: 'driver', to: 'dispatcher' } })
  const { status, headers, text } = await yard.admin('GET', `${LOG}?file_format=csv`)
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringContaining('security-log.csv'),
  })
  const [head, ...rows] = text.trimEnd().split('\r\n')
  expect(head).toBe('\uFEFFID,Time (UTC),Event,Done By,Done By ID,Account,Account ID,Details,Network,Browser,Session')
  expect(rows.map((row) => row.replace(/^\d+,/, ''))).toEqual([
    `2026-11-20T16:00:00.000Z,Role changed,Greg Novak,${yard.gregId},,,driver → dispatcher,203.0.113.7,A tablet,`,
    `2026-11-20T15:00:00.000Z,Signed in,Greg Novak,${yard.gregId},,,,203.0.113.7,A tablet,`,
  ])
  expect(await events()).toMatchObject([{ kind: 'exported', detail: { what: 'security log', rows: 2 } }, {}, {}])
})

test('a browser name that looks like a formula is escaped in the CSV', async () => {
  await add('sign_in', { agent: '=HYPERLINK("http://evil.example","x")' })
  const { text } = await yard.admin('GET', LOG)
  expect(text).toContain(`"'=HYPERLINK(""http://evil.example"",""x"")"`)
})

test('the CSV contains all events of its filters, over several reads', async () => {
  await site.db.query(
    'test.many',
    `insert into security_events (at, kind, actor_id) select $1::timestamptz, 'sign_in', n from generate_series(1, 2500) n`,
    [site.clock.now.toISOString()],
  )
  await add('sign_out')
  const { text } = await yard.admin('GET', `${LOG}?kind=sign_in`)
  const ids = text.trimEnd().split('\r\n').slice(1)
  expect(ids).toHaveLength(2500)
  expect(new Set(ids).size).toBe(2500)
  expect((await yard.admin('GET', `${LOG}?user=7`)).text.trimEnd().split('\r\n')).toHaveLength(2)
  expect((await yard.admin('GET', `${LOG}?date_before=2026-11-20`)).text.trimEnd().split('\r\n')).toHaveLength(1)
})

test('a link to the CSV is bound to its filters, and a user who is not an administrator gets none', async () => {
  await add('sign_in')
  await add('sign_out')
  const body = { kind: 'sign_in', user: yard.gregId, date_after: '2026-11-21', date_before: '2026-11-21' }
  const { body: link } = await yard.admin('POST', LOG, { body })
  const { status, text } = await site.signedOut('GET', link.url)
  expect([status, text.trimEnd().split('\r\n').length]).toEqual([200, 2])
  expect((await site.signedOut('GET', link.url.replace('kind=sign_in', 'kind=sign_out'))).status).toBe(401)
  const other = await site.as(await hire(site.db, { view: ['maintenance'] }))
  expect((await other('GET', LOG)).status).toBe(403)
  expect((await other('POST', LOG, { body: {} })).status).toBe(403)
})
