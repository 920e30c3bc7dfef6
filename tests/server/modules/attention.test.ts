import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ATTENTION_KINDS, type Attention, itemsByKind } from '#contract/maintenance/attention.ts'
import type { ServiceType } from '#contract/maintenance/maintenance-choices.ts'
import { chanceOf } from '#tests/support/chance.ts'
import { type Caller, NOW, type TestApp, testApp } from '#tests/support/server/app.ts'
import { giveUnit, hire, hireDriver, parkUnit } from '#tests/support/server/company.ts'
import { emptyAllButUsers } from '#tests/support/server/database.ts'

let site: TestApp
let ruth: Caller

/** NOW in Chicago. */
const TODAY = '2026-11-21'
const dayFrom = (days: number) => new Date(Date.parse(TODAY) + days * 86_400_000).toISOString().slice(0, 10)

beforeAll(async () => {
  site = await testApp()
  ruth = await site.as(await hire(site.db, { role: 'administrator' }))
})
beforeEach(async () => {
  site.clock.now = NOW
  await emptyAllButUsers(site.db)
})
afterAll(() => site.close())

const told = async (as: Caller = ruth): Promise<Attention> => (await as('GET', '/api/dashboard/attention/')).body
const named = (attention: Attention) =>
  Object.fromEntries([...itemsByKind(attention, TODAY)].map(([kind, items]) => [kind, items.map(({ row }) => row.id)]))
const NONE = Object.fromEntries(ATTENTION_KINDS.map((kind) => [kind, 0]))

const set = (table: 'drivers' | 'units', id: number | string, columns: Readonly<Record<string, unknown>>) =>
  site.db.query(
    `test.set.${Object.keys(columns).join().slice(0, 50)}`,
    `update ${table} t set ${Object.keys(columns)
      .map((name) => `${name} = new.${name}`)
      .join(', ')} from json_populate_record(null::${table}, $2::json) new where t.id = $1`,
    [id, JSON.stringify(columns)],
  )
const findDefect = (unit: string, urgency = 'major', state = 'open') =>
  site.db.query(
    'test.defect',
    `insert into defects (unit_id, defect_type, urgency, state, found_on) values ($1, 'service_brakes', $2, $3, '2026-11-20')`,
    [unit, urgency, state],
  )
interface Work {
  readonly service?: ServiceType
  readonly due_date?: string | null
  readonly due_mileage?: number
  readonly is_latest?: boolean
}
async function report(unit: string, approved: string | null = null, date = '2026-11-20', work: Work = {}) {
  const { service = 'pm_a', due_date = null, due_mileage = 0, is_latest = true } = work
  const [row] = await site.db.query<{ id: number }>(
    'test.report',
    `insert into inspections (date, unit_id, unit_name, unit_kind, service_type, report_type, career, total_cost,
       approved_date, received_at, is_latest, due_date, due_mileage)
     values ($3::date, $1, $1, 'truck', $4, 'no_defect', 'Yard', 0, $2::date, now(), $5, $6::date, $7) returning id`,
    [unit, approved, date, service, is_latest, due_date, due_mileage],
  )
  return row!.id
}

describe('what needs attention', () => {
  test('is nothing where all is in order', async () => {
    const driver = await hireDriver(site.db, { status: 'on_the_road' })
    await giveUnit(site.db, driver, 'truck', '1042')
    await set('drivers', driver, { med_expire: dayFrom(31), cdl_expire: dayFrom(400) })
    await set('units', '1042', { inspection_passed_date: dayFrom(-300), next_service_date: dayFrom(31) })
    await report('1042', TODAY)
    expect(await told()).toEqual({ drivers: [], units: [], inspections: [], counts: NONE, total: 0 })
  })

  test('are papers of drivers that end within thirty days, the soonest first, and those that have ended', async () => {
    const [late, soon, far] = [await hireDriver(site.db), await hireDriver(site.db), await hireDriver(site.db)]
    for (const [driver, days] of [
      [late, -1],
      [soon, 30],
      [far, 31],
    ] as const) {
      await giveUnit(site.db, driver, 'truck', `T${driver}`)
      await set('drivers', driver, { med_expire: dayFrom(days), cdl_expire: dayFrom(-days + 1) })
    }
    const attention = await told()
    expect(named(attention)).toMatchObject({ medical_card: [late, soon], cdl: [far, soon, late], no_truck: [] })
    expect(attention.counts).toMatchObject({ medical_card: 2, cdl: 3 })
    // Units of drivers whose papers have ended do not roll.
    expect(named(attention).not_ready).toEqual([`T${late}`, `T${soon}`, `T${far}`].sort())
  })

  test('are drivers on the road without a truck, a trailer being none', async () => {
    const walking = await hireDriver(site.db, { status: 'on_the_road' })
    await giveUnit(site.db, walking, 'trailer', 'TL-1')
    await hireDriver(site.db, { status: 'on_vacation' })
    expect(named(await told())).toMatchObject({ no_truck: [walking] })
  })

  test('are units with what is over soon, with open major defects, and those that may not roll; none that is for sale', async () => {
    for (const id of ['1', '2', '3', '4', '5', '8']) await parkUnit(site.db, id)
    await set('units', '1', { inspection_passed_date: '2025-12-21' })
    await set('units', '2', { next_service_date: dayFrom(-1) })
    await findDefect('3')
    await findDefect('4', 'average')
    await findDefect('4', 'major', 'repaired')
    await parkUnit(site.db, '6', { status: 'on_service', kind: 'trailer' })
    await parkUnit(site.db, '7', { status: 'for_sale' })
    await findDefect('7')
    await set('units', '7', { next_service_date: dayFrom(-9), inspection_passed_date: '2020-01-01' })
    await set('units', '5', { registration_expire: dayFrom(30) })
    await set('units', '8', { registration_expire: dayFrom(-1) })
    const attention = await told()
    expect(named(attention)).toMatchObject({
      registration: ['8', '5'],
      annual_inspection: ['1'],
      service: ['2'],
      major_defect: ['3'],
      not_ready: ['2', '3', '6', '8'],
    })
    expect(attention.total).toBe(6)
    expect(attention.units.find(({ id }) => id === '3')).toMatchObject({
      open_major_defects: 1,
      major_defect_report: null,
    })
  })

  test('are reports that nobody has approved, the oldest first', async () => {
    await parkUnit(site.db, '1')
    const newer = await report('1')
    const older = await report('1', null, '2026-10-01')
    await report('1', TODAY)
    expect(named(await told())).toMatchObject({ approval: [older, newer] })
  })

  test('is work of reports that is due again by day or by miles, told once', async () => {
    for (const id of ['1', '2', '3']) await parkUnit(site.db, id)
    await set('units', '1', { miles_driven: 100_000, next_service_date: dayFrom(20) })
    const brakes = await report('1', TODAY, '2026-11-01', { service: 'brake_service', due_date: dayFrom(-3) })
    const tires = await report('1', TODAY, '2026-11-01', { service: 'tire_service', due_date: dayFrom(30) })
    // By its miles in four days, by its day in sixty.
    const oil = await report('1', TODAY, '2026-11-01', {
      service: 'oil_change',
      due_date: dayFrom(60),
      due_mileage: 102_400,
    })
    const plain = { service: 'repair', due_date: dayFrom(1) } as const
    await report('2', TODAY, '2026-11-01', { ...plain, due_date: dayFrom(31) })
    await report('2', TODAY, '2026-11-01', { ...plain, service: 'reefer_service', is_latest: false })
    // What the unit's own days tell.
    await report('1', TODAY, '2026-11-01', { service: 'pm_b', due_date: dayFrom(20) })
    await report('2', TODAY, '2026-11-01', { ...plain, service: 'annual_inspection' })
    await set('units', '3', { status: 'for_sale' })
    await report('3', TODAY, '2026-11-01', plain)
    const attention = await told()
    expect(named(attention)).toMatchObject({ service: [brakes, oil, '1', tires] })
    expect(attention.inspections.find(({ id }) => id === oil)).toMatchObject({
      due_on: dayFrom(4),
      due_mileage: 102_400,
      service_type_display: 'Oil Change',
    })
    expect([attention.counts.service, attention.total]).toEqual([4, 4])
  })

  test('is judged by the company’s day, not by that of the clock', async () => {
    const driver = await hireDriver(site.db, { status: 'on_vacation' })
    await set('drivers', driver, { med_expire: '2026-12-22' })
    const boss = await hire(site.db, { role: 'administrator' })
    site.clock.now = new Date('2026-11-22T05:55:00Z')
    const early = await site.as(boss)
    expect((await told(early)).counts.medical_card).toBe(0)
    site.clock.now = new Date('2026-11-22T06:05:00Z')
    expect((await told(early)).counts.medical_card).toBe(1)
  })

  test('tells of each kind a hundred at most, what is due first first, and how many there are', async () => {
    const days = Array.from({ length: 130 }, (_, at) => 30 - (at % 40))
    for (const [at, day] of days.entries()) {
      await parkUnit(site.db, `U${at}`)
      await set('units', `U${at}`, { next_service_date: dayFrom(day) })
    }
    const attention = await told()
    expect(attention.counts.service).toBe(130)
    expect(attention.total).toBe(130)
    const due = itemsByKind(attention, TODAY)
      .get('service')!
      .map((item) => item.due)
    expect(due.length).toBeGreaterThanOrEqual(100)
    expect(due.slice(0, 100)).toEqual(days.map(dayFrom).sort().slice(0, 100))
  })
})

describe('who sees what needs attention', () => {
  async function everything() {
    const driver = await hireDriver(site.db, { status: 'on_the_road' })
    await set('drivers', driver, { med_expire: TODAY })
    await parkUnit(site.db, '1042', { status: 'on_service' })
    await parkUnit(site.db, 'TL-9', { status: 'on_service', kind: 'trailer' })
    await report('1042')
  }
  test.each([
    { view: ['drivers'], counts: { no_truck: 1, medical_card: 1 } },
    { view: ['trucks'], counts: { not_ready: 1 } },
    { view: ['trailers', 'trucks'], counts: { not_ready: 2 } },
    { view: ['maintenance'], counts: { approval: 1, not_ready: 2 } },
    { view: ['dispatchers', 'schedule'], counts: {} },
  ] as const)('sees what is of $view', async ({ view, counts }) => {
    await everything()
    const attention = await told(await site.as(await hire(site.db, { view })))
    expect(attention.counts).toEqual({ ...NONE, ...counts })
    expect(attention.drivers.length + attention.units.length + attention.inspections.length).toBe(attention.total)
  })

  test('editing alone is no seeing', async () => {
    await everything()
    const attention = await told(await site.as(await hire(site.db, { edit: ['drivers', 'trucks', 'maintenance'] })))
    expect(attention.counts).toEqual(NONE)
  })

  test('a driver sees the own papers, and nobody else’s', async () => {
    await everything()
    const own = await hireDriver(site.db, { status: 'on_vacation' })
    await set('drivers', own, { cdl_expire: dayFrom(3) })
    const [{ user_id }] = (await site.db.query<{ user_id: number }>(
      'test.user',
      'select user_id from drivers where id = $1',
      [own],
    )) as [{ user_id: number }]
    const attention = await told(await site.as(user_id))
    expect(attention.counts).toEqual({ ...NONE, cdl: 1 })
    expect(attention.drivers.map(({ id }) => id)).toEqual([own])
  })

  test('who may view maintenance alone hears of units, and nothing of anybody’s papers', async () => {
    const driver = await hireDriver(site.db)
    await giveUnit(site.db, driver, 'truck', '1042')
    await set('drivers', driver, { med_expire: dayFrom(-40) })
    const mechanic = await site.as(await hire(site.db, { view: ['maintenance'] }))
    expect((await told(mechanic)).counts).toEqual(NONE)
    await set('units', '1042', { next_service_date: dayFrom(3) })
    const { counts, units } = await told(mechanic)
    expect(counts).toEqual({ ...NONE, service: 1 })
    expect(units.map(({ holder }) => holder?.papers_until)).toEqual([null])
  })

  test('the report of a defect is named to who may view maintenance alone', async () => {
    await parkUnit(site.db, '1042')
    await findDefect('1042')
    const id = await report('1042', TODAY)
    await site.db.query('test.of_report', 'update defects set inspection_id = $1', [id])
    const toldTo = async (view: 'trucks' | 'maintenance') =>
      (await told(await site.as(await hire(site.db, { view: [view] })))).units.map((unit) => unit.major_defect_report)
    expect([await toldTo('maintenance'), await toldTo('trucks')]).toEqual([[id], [null]])
  })

  test('of a kind that many records have, those told are the first by name', async () => {
    for (let at = 0; at < 101; at += 1) {
      const last_name = at === 100 ? 'Aaron' : `B${at}`
      await hireDriver(site.db, { first_name: 'Ann', last_name, status: 'on_the_road' })
    }
    const { drivers, counts } = await told()
    expect(counts.no_truck).toBe(101)
    expect(drivers).toHaveLength(100)
    expect(drivers.map(({ user }) => user.last_name)).toContain('Aaron')
  })

  test('who may view trucks and no drivers hears that papers of who has one have ended, and not when', async () => {
    const driver = await hireDriver(site.db)
    await giveUnit(site.db, driver, 'truck', '1042')
    await set('drivers', driver, { med_expire: dayFrom(-40) })
    const { units } = await told(await site.as(await hire(site.db, { view: ['trucks'] })))
    expect(units.map(({ holder }) => holder?.papers_until)).toEqual([dayFrom(-1)])
  })
})

describe('the server and the device', () => {
  test('judge every record the same', async () => {
    const chance = chanceOf(20261121)
    const one = <T>(of: readonly T[]): T => of[Math.floor(chance() * of.length)]!
    const day = (past: number, days: number) => (chance() < 0.2 ? null : dayFrom(past + Math.floor(chance() * days)))
    for (let at = 0; at < 60; at += 1) {
      const driver = await hireDriver(site.db, {
        status: one(['on_the_road', 'on_vacation', 'firing_process'] as const),
      })
      await set('drivers', driver, { med_expire: day(-5, 60), cdl_expire: day(-5, 60) })
      const [id, kind] = [`U${at}`, one(['truck', 'trailer'] as const)]
      if (chance() < 0.5) await giveUnit(site.db, driver, kind, id)
      else await parkUnit(site.db, id, { kind, status: one(['unassigned', 'on_service', 'for_sale'] as const) })
      await set('units', id, {
        inspection_passed_date: day(-400, 80),
        next_service_date: day(-20, 60),
        registration_expire: day(-20, 60),
      })
      if (chance() < 0.2) await findDefect(id, one(['major', 'minor']), one(['open', 'repaired']))
      await report(id, one([null, TODAY]), '2026-11-01', {
        service: one(['pm_a', 'tire_service', 'annual_inspection']),
        due_date: day(-20, 60),
        due_mileage: one([0, 2_000, 40_000]),
      })
    }
    const attention = await told()
    const judged = itemsByKind(attention, TODAY)
    expect(Object.fromEntries([...judged].map(([kind, items]) => [kind, items.length]))).toEqual(attention.counts)
    const all = [...judged.values()].flat().map(({ of, row }) => `${of}/${row.id}`)
    expect(new Set(all).size).toBe(attention.total)
    for (const kind of ATTENTION_KINDS) expect(attention.counts[kind]).toBeGreaterThan(0)
  })
})
