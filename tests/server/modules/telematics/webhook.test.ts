import { createHmac, hash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MAX_WEBHOOK_BYTES } from '#contract/boards/telematics.ts'
import { storePositions } from '#server/modules/telematics/poll-service.ts'
import { handleWebhook } from '#server/modules/telematics/webhook-service.ts'
import { motiveWebhook } from '#server/providers/telematics/motive/motive-webhook.ts'
import { aFix, aVehicle } from '#tests/support/builders/a-telematics.ts'
import { NOW, type TestApp, testApp } from '#tests/support/server/app.ts'
import { emptyTables } from '#tests/support/server/database.ts'

const PATH = '/api/gomotive/webhook/'
const SECRET = '8cbd43f98ba1e33c28c9'
const webhook = motiveWebhook(SECRET)
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000).toISOString()
const signed = (body: string | Buffer, secret = SECRET) => ({
  'x-kt-webhook-signature': createHmac('sha1', secret).update(body).digest('hex'),
})

let site: TestApp
beforeAll(async () => {
  site = await testApp({ webhook, trustedProxies: ['loopback'] })
})
afterAll(() => site.close())
beforeEach(async () => {
  await emptyTables(site.db)
  site.clock.now = NOW
  await site.db.script(null, "insert into telematics_feed (vendor) values ('motive')")
  await storePositions(site.db, { vehicles: [aVehicle({ current_driver: null })], assets: [] })
  await site.db.script(null, `update telematics_feed set tried_at = '${at(-20)}'`)
})

const send = (body: string | Buffer, headers: Readonly<Record<string, string>> = signed(body)) =>
  site.signedOut('POST', PATH, { body, headers })
const sendReport = (body: unknown) => send(JSON.stringify(body))
const rows = (text: string) => site.db.query(`test.${hash('sha1', text)}`, text)
const moved = async () => (await rows('select moved from telematics_feed'))[0]?.moved
const isWanted = async () => (await rows('select is_wanted from telematics_feed'))[0]?.is_wanted
const locations = () => rows('select id, number, location from telematics_vehicles order by id')
const fixes = () => rows('select lat, speed from vehicle_fixes order by located_at')

/** A location report in Motive's form: the fix, with the id of its vehicle. */
const anUpdate = (fix: Partial<ReturnType<typeof aFix>> = {}, vehicle_id = 730_001) => ({
  action: 'vehicle_location_updated',
  ...aFix({ located_at: at(-1), ...fix }),
  vehicle_id,
})

describe('a reported location', () => {
  test('is stored immediately and in the history, and the vehicle’s other data stays', async () => {
    const before = await moved()
    expect(await sendReport(anUpdate({ lat: 41.7, speed: 48 }))).toMatchObject({ status: 200, body: { status: 'ok' } })
    expect(await locations()).toEqual([
      { id: 730_001, number: '1042', location: aFix({ located_at: at(-1), lat: 41.7, speed: 48 }) },
    ])
    expect(await fixes()).toEqual([
      { lat: 41.5252, speed: 62 },
      { lat: 41.7, speed: 48 },
    ])
    expect(await moved()).not.toBe(before)
    // No poll for a location that the vendor has just reported.
    expect(await isWanted()).toBe(false)
  })

  test('that is reported again changes nothing, and one that is reported late does not move the vehicle back', async () => {
    await sendReport(anUpdate({ lat: 41.7 }))
    const [known, told] = [await locations(), await moved()]
    expect((await sendReport(anUpdate({ lat: 41.7 }))).status).toBe(200)
    expect((await sendReport(anUpdate({ lat: 40.1, located_at: at(-600) }))).status).toBe(200)
    expect([await locations(), await moved()]).toEqual([known, told])
    expect(await fixes()).toHaveLength(2)
    expect(await isWanted()).toBe(false)
  })

  test('of a stationary vehicle gets its newer time and adds nothing to the history', async () => {
    await sendReport(anUpdate())
    expect(await fixes()).toHaveLength(1)
    expect(await locations()).toMatchObject([{ location: { located_at: at(-1) } }])
  })

  test('can be the first one of a vehicle', async () => {
    await storePositions(site.db, { vehicles: [aVehicle({ id: 5, current_location: null })], assets: [] })
    await sendReport(anUpdate({ lat: 33.1 }, 5))
    expect(await locations()).toMatchObject([{ id: 5, location: { lat: 33.1 } }, { id: 730_001 }])
    expect(await fixes()).toContainEqual({ lat: 33.1, speed: 62 })
  })

  test('of a vehicle that is unknown or no longer reported requests a poll instead', async () => {
    await sendReport(anUpdate({}, 99))
    expect(await locations()).toHaveLength(1)
    expect(await isWanted()).toBe(true)
    await site.db.script(
      null,
      'update telematics_feed set is_wanted = false; update telematics_vehicles set is_told = false',
    )
    await sendReport(anUpdate({ lat: 41.7 }))
    expect(await locations()).toMatchObject([{ location: { lat: 41.5252 } }])
    expect(await fixes()).toHaveLength(1)
    expect(await isWanted()).toBe(true)
  })

  test('stays when the vendor’s list arrives later with an older one', async () => {
    await sendReport(anUpdate({ lat: 41.7 }))
    await storePositions(site.db, { vehicles: [aVehicle({ number: '1042B' })], assets: [] })
    expect(await locations()).toMatchObject([{ number: '1042B', location: { lat: 41.7 } }])
  })
})

describe('any other signed report', () => {
  test.each([
    ['an engine fault', { action: 'fault_code_closed', vehicle_id: 730_001 }],
    ['a list', ['fault_code_closed']],
    ['a test report from setup', { action: 'test' }],
    ['an impossible location', anUpdate({ lat: 0, lon: 0 })],
    ['a location in the future', anUpdate({ located_at: at(86_400) })],
  ])('requests a poll (%s)', async (_, body) => {
    expect((await sendReport(body)).status).toBe(200)
    expect(await isWanted()).toBe(true)
    expect(await fixes()).toHaveLength(1)
  })

  test('requests no poll of another vendor', async () => {
    await site.db.script(null, "update telematics_feed set vendor = 'simulator'")
    await sendReport({ action: 'fault_code_opened' })
    expect(await isWanted()).toBe(false)
  })
})

describe('a report without a valid signature', () => {
  const body = JSON.stringify(anUpdate({ lat: 41.7 }))
  test.each([
    ['without a signature', {}],
    ['with another secret', signed(body, 'guessed')],
    ['with the signature of another body', signed(`${body} `)],
    ['with a malformed signature', { 'x-kt-webhook-signature': 'sha256=00' }],
  ])('is refused and changes nothing (%s)', async (_, headers) => {
    expect(await send(body, headers)).toMatchObject({ status: 403, body: { detail: expect.any(String) } })
    expect(await locations()).toMatchObject([{ location: { lat: 41.5252 } }])
    expect(await isWanted()).toBe(false)
  })

  test('is refused for a while when too many come, while signed reports go on', async () => {
    const tries = await Promise.all(Array.from({ length: 60 }, () => send('{', signed('{', 'guessed'))))
    expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([403]))
    expect(await send(body, {})).toMatchObject({ status: 429, headers: { 'retry-after': expect.any(String) } })
    expect((await send(body)).status).toBe(200)
    site.clock.now = new Date(at(61))
    expect((await send(body, {})).status).toBe(403)
  })
})

test('the limit of sixty unsigned reports applies to a whole IPv6 network', async () => {
  const unsigned = (address: string) => send('{', { 'x-forwarded-for': address })
  const tries = await Promise.all(Array.from({ length: 60 }, (_, n) => unsigned(`2001:db8:0:7::${n.toString(16)}`)))
  expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([403]))
  expect((await unsigned('2001:db8:0:7:1::1')).status).toBe(429)
  expect((await unsigned('2001:db8:0:8::1')).status).toBe(403)
})

describe('a signed report', () => {
  test.each([
    ['not JSON', '{"action":'],
    ['not text', Buffer.from([0x7b, 0xff, 0xfe])],
    ['empty', ''],
    ['no action', '{"id":7}'],
    ['null', 'null'],
  ])(
    'that makes no sense is accepted, so that the vendor does not repeat it, and logged without its content (%s)',
    async (_, body) => {
      expect((await send(body)).status).toBe(200)
      expect(await isWanted()).toBe(false)
      const warned: unknown[] = []
      const log = { warn: (...line: unknown[]) => void warned.push(line) }
      const signature = signed(body)['x-kt-webhook-signature']
      await handleWebhook({ db: site.db, webhook, log }, { body: Buffer.from(body), signature, network: '', now: NOW })
      expect(warned).toEqual([
        [{ vendor: 'motive', bytes: Buffer.from(body).length }, expect.stringContaining('webhook')],
      ])
    },
  )

  test('is read whatever its content type', async () => {
    const body = JSON.stringify(anUpdate({ lat: 41.7 }))
    for (const type of ['application/json; charset=utf-8', 'text/plain', 'application/x-www-form-urlencoded']) {
      expect((await send(body, { ...signed(body), 'content-type': type })).status, type).toBe(200)
    }
    expect(await locations()).toMatchObject([{ location: { lat: 41.7 } }])
  })

  test('is accepted up to the maximum size, and refused above it', async () => {
    const padded = (bytes: number) => JSON.stringify({ action: 'test' }).padEnd(bytes)
    expect((await send(padded(MAX_WEBHOOK_BYTES))).status).toBe(200)
    expect(await send(padded(MAX_WEBHOOK_BYTES + 1))).toMatchObject({
      status: 413,
      body: { detail: expect.any(String) },
    })
  })
})

test('without a secret the webhook does not exist', async () => {
  const silent = await testApp()
  const body = JSON.stringify({ action: 'test' })
  expect(await silent.signedOut('POST', PATH, { body, headers: signed(body) })).toMatchObject({ status: 404 })
  expect(await silent.signedOut('POST', PATH, { body, headers: signed(body, '') })).toMatchObject({ status: 404 })
  await silent.close()
})
