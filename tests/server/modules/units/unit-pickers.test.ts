import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type NotReadyReason, notReadyReasons } from '#contract/maintenance/fleet-health.ts'
import type { UnitName } from '#contract/units/unit-names.ts'
import type { Area } from '#contract/wire/access.ts'
import { type Caller, NOW, type TestApp, testApp } from '#tests/support/server/app.ts'
import { assignUnit, hire, hireDriver, insertUnits, parkUnit } from '#tests/support/server/company.ts'

const TODAY = '2026-11-21'
let site: TestApp
let ruth: Caller
let expiredDriver: number

beforeAll(async () => {
  site = await testApp()
  const { db } = site
  ruth = await site.as(await hire(db, { role: 'administrator' }))
  expiredDriver = await hireDriver(db, { first_name: 'Lena', last_name: 'Ortiz' })
  await db.query(
    'test.papers',
    `update drivers set med_expire = '2026-11-20', cdl_expire = '2028-01-01' where id = $1`,
    [expiredDriver],
  )
  await assignUnit(db, expiredDriver, 'truck', 'b-papers')
  const fit = {
    inspection_passed_date: '2026-03-02',
    next_service_date: '2027-01-15',
    transport_model: 'Volvo VNL 860',
  }
  await insertUnits(db, [
    { ...fit, id: '1042', kind: 'truck', status: 'unassigned' },
    { ...fit, id: 'TL-1', kind: 'trailer', status: 'unassigned' },
    { ...fit, id: 'B-sale', kind: 'truck', status: 'for_sale', transport_model: '' },
    { ...fit, id: 'a 1', kind: 'trailer', status: 'unassigned', inspection_passed_date: '2025-10-31' },
    { ...fit, id: 'A_2', kind: 'trailer', status: 'unassigned' },
    { ...fit, id: 'A_1', kind: 'trailer', status: 'unassigned', next_service_date: TODAY },
    { ...fit, id: 'TL-2', kind: 'trailer', status: 'unassigned', next_service_date: '2026-11-20' },
  ])
  await db.query(
    'test.registered',
    `update units set registration_expire = case id when '1042' then '2026-11-21'::date else '2026-11-20' end
      where id in ('1042', 'A_2')`,
  )
  await parkUnit(db, '9-shop', { status: 'on_service', status_date_to: '2026-11-20' })
  for (const urgency of ['major', 'major', 'minor']) {
    await db.query(
      'test.defect',
      `insert into defects (unit_id, defect_type, urgency, found_on) values ('TL-2', 'tires', $1, '2026-11-20')`,
      [urgency],
    )
  }
})
afterEach(() => {
  site.clock.now = NOW
})
afterAll(() => site.close())

const as = async (person: { view?: readonly Area[]; edit?: readonly Area[] }) => site.as(await hire(site.db, person))
const TRUCKS = ['1042', '9-shop', 'B-sale', 'b-papers']
const TRAILERS = ['A_1', 'A_2', 'TL-1', 'TL-2', 'a 1']
const BOTH = ['1042', '9-shop', 'A_1', 'A_2', 'B-sale', 'TL-1', 'TL-2', 'a 1', 'b-papers']

describe('units for one picker', () => {
  test('are sorted by id in code-unit order, in pages, each with its title', async () => {
    const rows: { id: string; title: string }[] = []
    for (let next: string | null = '/api/transport/mini-list/?limit=3'; next; ) {
      const { body } = await ruth('GET', next)
      expect(body.count).toBe(9)
      rows.push(...body.results)
      next = body.next
    }
    expect(rows.map(({ id }) => id)).toEqual(BOTH)
    expect(rows.slice(0, 4)).toEqual([
      { id: '1042', kind: 'truck', title: '1042 · Volvo VNL 860' },
      { id: '9-shop', kind: 'truck', title: '9-shop' },
      { id: 'A_1', kind: 'trailer', title: 'A_1 · Volvo VNL 860' },
      { id: 'A_2', kind: 'trailer', title: 'A_2 · Volvo VNL 860' },
    ])
  })

  test.each<[{ view?: Area[]; edit?: Area[] }, readonly string[]]>([
    [{ view: ['trucks'] }, TRUCKS],
    [{ edit: ['trucks'] }, TRUCKS],
    [{ view: ['trailers'] }, TRAILERS],
    [{ edit: ['trailers'], view: ['trucks'] }, BOTH],
    [{ view: ['maintenance'] }, BOTH],
    [{ edit: ['maintenance'] }, BOTH],
  ])('are those that a user with %j may pick', async (person, expected) => {
    const { body } = await (await as(person))('GET', '/api/transport/mini-list/')
    expect(body.results.map(({ id }: UnitName) => id)).toEqual(expected)
    expect(body.count).toBe(expected.length)
  })

  test('are refused to users without permission, like other calls for units', async () => {
    const stranger = await as({ view: ['drivers', 'dispatchers', 'schedule'], edit: ['drivers'] })
    for (const path of [
      'transport/mini-list',
      'transport/not-ready',
      'trucks/identifiers',
      'trucks',
      'trailers/TL-1',
    ]) {
      expect((await stranger('GET', `/api/${path}/`)).status, path).toBe(403)
    }
    expect((await stranger('GET', '/api/trucks/mini-list/')).status).toBe(200)
    const viewer = await as({ view: ['trucks', 'trailers'] })
    for (const path of ['trucks/1042', 'trailers/TL-1']) {
      expect((await viewer('PATCH', `/api/${path}/`, { body: { color: 'Red' } })).status, path).toBe(403)
      expect((await viewer('DELETE', `/api/${path}/`)).status, path).toBe(403)
    }
    expect((await viewer('POST', '/api/trucks/', { body: {} })).status).toBe(403)
    expect((await (await as({ edit: ['trucks'] }))('GET', '/api/trucks/identifiers/')).status).toBe(200)
  })
})

describe('the plates and VINs of units for pickers', () => {
  test('are sent only to users who may view the units', async () => {
    await site.db.query('test.marks', `update units set licence_plate = 'P 1', vin = 'VIN000001' where id = '1042'`)
    const marksFor = async (person: { view?: readonly Area[]; edit?: readonly Area[] }) => {
      const { body } = await (await as(person))('GET', '/api/trucks/mini-list/')
      const row = body.results.find(({ id }: UnitName) => id === '1042')
      return [row.licence_plate, row.vin]
    }
    expect(await marksFor({ view: ['trucks'] })).toEqual(['P 1', 'VIN000001'])
    const others = [{ edit: ['trucks'] }, { edit: ['drivers'], view: ['trailers'] }, { view: ['maintenance'] }] as const
    for (const person of others) expect(await marksFor(person)).toEqual([undefined, undefined])
    await site.db.query('test.no_marks', `update units set licence_plate = null, vin = null where id = '1042'`)
  })
})

describe('units that are not ready', () => {
  const listNotReady = async (by: Caller) => (await by('GET', '/api/transport/not-ready/')).body.results

  test('are listed by id with the reasons, the most serious first', async () => {
    expect(await listNotReady(ruth)).toEqual([
      {
        id: '9-shop',
        kind: 'truck',
        reasons: [{ reason: 'on_service', since: null, words: 'on service, longer than planned' }],
      },
      {
        id: 'A_2',
        kind: 'trailer',
        reasons: [{ reason: 'registration_expired', since: TODAY, words: 'registration expired' }],
      },
      { id: 'B-sale', kind: 'truck', reasons: [{ reason: 'for_sale', since: null, words: 'for sale' }] },
      {
        id: 'TL-2',
        kind: 'trailer',
        reasons: [
          { reason: 'major_defect', since: null, words: '2 open major defects' },
          { reason: 'service_overdue', since: TODAY, words: 'service overdue' },
        ],
      },
      {
        id: 'a 1',
        kind: 'trailer',
        reasons: [{ reason: 'inspection_overdue', since: '2026-11-01', words: 'annual inspection overdue' }],
      },
      {
        id: 'b-papers',
        kind: 'truck',
        reasons: [{ reason: 'driver_papers', since: TODAY, words: 'driver’s medical card or CDL expired' }],
      },
    ])
  })

  test('are those whose rows in lists and pickers show the same reasons, on any day', async () => {
    for (const now of [
      '2026-11-21T15:00:00Z',
      '2026-11-22T05:59:59Z',
      '2026-11-22T06:00:00Z',
      '2027-04-01T12:00:00Z',
    ]) {
      site.clock.now = new Date(now)
      const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago' }).format(site.clock.now)
      const by = await site.as(await hire(site.db, { role: 'administrator' }))
      const [trucks, trailers] = [await by('GET', '/api/trucks/'), await by('GET', '/api/trailers/')]
      const rows = [...trucks.body.results, ...trailers.body.results].map((row) => ({ ...row, driver: row.holder }))
      const names = [await by('GET', '/api/trucks/mini-list/'), await by('GET', '/api/trailers/mini-list/')]
      const verdicts = (units: typeof rows, isOfUnit = (_: NotReadyReason) => true) =>
        units
          .map((unit) => ({ id: unit.id, kind: unit.kind, reasons: notReadyReasons(unit, day).filter(isOfUnit) }))
          .filter(({ reasons }) => reasons.length > 0)
          .sort((one, other) => (one.id < other.id ? -1 : 1))
      expect(await listNotReady(by), now).toEqual(verdicts(rows))
      // Users who may not view drivers use pickers too: the rows name the driver, but not the state of the papers.
      const ofUnit = ({ reason }: NotReadyReason) => reason !== 'driver_papers'
      expect(verdicts(names.flatMap(({ body }) => body.results))).toEqual(verdicts(rows, ofUnit))
    }
  })

  test('show only that papers have lapsed to a user who may not view drivers, never until when they are valid', async () => {
    site.clock.now = NOW
    const papers = (med: string) =>
      site.db.query('test.lapse', 'update drivers set med_expire = $1::date where id = $2', [med, expiredDriver])
    const papersSeenBy = async (person: { view: Area[] }) => {
      const by = await as(person)
      const { holder } = (await by('GET', '/api/trucks/b-papers/')).body
      const { results } = (await by('GET', '/api/trucks/')).body
      expect(results.find(({ id }: UnitName) => id === 'b-papers').holder).toEqual(holder)
      const found = (await listNotReady(by)).find(({ id }: UnitName) => id === 'b-papers')
      return [holder.papers_until, found?.reasons[0].since ?? null]
    }
    await papers('2026-10-01')
    expect(await papersSeenBy({ view: ['trucks', 'drivers'] })).toEqual(['2026-10-01', '2026-10-02'])
    expect(await papersSeenBy({ view: ['trucks'] })).toEqual(['2026-11-20', TODAY])
    await papers('2027-05-05')
    expect(await papersSeenBy({ view: ['trucks', 'drivers'] })).toEqual(['2027-05-05', null])
    expect(await papersSeenBy({ view: ['trucks'] })).toEqual([null, null])
    await papers('2026-11-20')
  })

  test('are those of the kinds that the user may view', async () => {
    const ids = async (person: { view?: Area[]; edit?: Area[] }) =>
      (await listNotReady(await as(person))).map(({ id }: UnitName) => id)
    expect(await ids({ view: ['trucks'] })).toEqual(['9-shop', 'B-sale', 'b-papers'])
    expect(await ids({ view: ['trailers'], edit: ['trucks'] })).toEqual(['A_2', 'TL-2', 'a 1'])
    expect(await ids({ view: ['maintenance'] })).toEqual([])
  })
})
