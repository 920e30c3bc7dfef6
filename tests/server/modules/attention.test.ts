import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ATTENTION_KINDS, type Attention, itemsByKind } from '#contract/maintenance/attention.ts'
import type { ServiceType } from '#contract/maintenance/maintenance-choices.ts'
import { seededRandom } from '#tests/support/seeded-random.ts'
import { type Caller, NOW, type TestApp, testApp } from '#tests/support/server/app.ts'
import { assignUnit, hire, hireDriver, parkUnit } from '#tests/support/server/company.ts'
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

const fetchAttention = async (as: Caller = ruth): Promise<Attention> =>
  (await as('GET', '/api/dashboard/attention/')).body
const idsByKind = (attention: Attention) =>
  Object.fromEntries([...itemsByKind(attention, TODAY)].map(([kind, items]) => [kind, items.map(({ row }) => row.id)]))
const NONE = Object.fromEntries(ATTENTION_KINDS.map((kind) => [kind, 0]))

const setColumns = (table: 'drivers' | 'units', id: number | string, columns: Readonly<Record<string, unknown>>) =>
  site.db.query(
    `test.set.${Object.keys(columns).join().slice(0, 50)}`,
    `update ${table} t set ${Object.keys(columns)
      .map((name) => `${name} = new.${name}`)
      .join(', ')} from json_populate_record(null::${table}, $2::json) new where t.id = $1`,
    [id, JSON.stringify(columns)],
  )
const addDefect = (unit: string, urgency = 'major', state = 'open') =>
  site.db.query(
    'test.defect',
    `insert into defects (unit_id, defect_type, urgency, state, found_on) values ($1, 'service_brakes', $2, $3, '2026-11-20')`,
    [unit, urgency, state],
  )
interface DueWork {
  readonly service?: ServiceType
  readonly due_date?: string | null
  readonly due_mileage?: number
  readonly is_latest?: boolean
}
async function addReport(unit: string, approved: string | null = null, date = '2026-11-20', work: DueWork = {}) {
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

describe('the attention list', () => {
  test('is empty when nothing needs attention', async () => {
    const driver = await hireDriver(site.db, { status: 'on_the_road' })
    await assignUnit(site.db, driver, 'truck', '1042')
    await setColumns('drivers', driver, { med_expire: dayFrom(31), cdl_expire: dayFrom(400) })
    await setColumns('units', '1042', { inspection_passed_date: dayFrom(-300), next_service_date: dayFrom(31) })
    await addReport('1042', TODAY)
    expect(await fetchAttention()).toEqual({ drivers: [], units: [], inspections: [], counts: NONE, total: 0 })
  })

  test('contains drivers’ papers that expire within 30 days or have expired, the earliest first; the units of drivers with expired papers are not ready', async () => {
    const [late, soon, far] = [await hireDriver(site.db), await hireDriver(site.db), await hireDriver(site.db)]
    for (const [driver, days] of [
      [late, -1],
      [soon, 30],
      [far, 31],
    ] as const) {
      await assignUnit(site.db, driver, 'truck', `T${driver}`)
      await setColumns('drivers', driver, { med_expire: dayFrom(days), cdl_expire: dayFrom(-days + 1) })
    }
    const attention = await fetchAttention()
    expect(idsByKind(attention)).toMatchObject({ medical_card: [late, soon], cdl: [far, soon, late], no_truck: [] })
    expect(attention.counts).toMatchObject({ medical_card: 2, cdl: 3 })
    // A unit whose driver has expired papers must not roll.
    expect(idsByKind(attention).not_ready).toEqual([`T${late}`, `T${soon}`, `T${far}`].sort())
  })

  test('contains drivers on the road without a truck; a trailer does not count as a truck', async () => {
    const walking = await hireDriver(site.db, { status: 'on_the_road' })
    await assignUnit(site.db, walking, 'trailer', 'TL-1')
    await hireDriver(site.db, { status: 'on_vacation' })
    expect(idsByKind(await fetchAttention())).toMatchObject({ no_truck: [walking] })
  })

  test('contains units with dates due soon or open major defects, and units not ready to roll, but no units for sale', async () => {
    for (const id of ['1', '2', '3', '4', '5', '8']) await parkUnit(site.db, id)
    await setColumns('units', '1', { inspection_passed_date: '2025-12-21' })
    await setColumns('units', '2', { next_service_date: dayFrom(-1) })
    await addDefect('3')
    await addDefect('4', 'average')
    await addDefect('4', 'major', 'repaired')
    await parkUnit(site.db, '6', { status: 'on_service', kind: 'trailer' })
    await parkUnit(site.db, '7', { status: 'for_sale' })
    await addDefect('7')
    await setColumns('units', '7', { next_service_date: dayFrom(-9), inspection_passed_date: '2020-01-01' })
    await setColumns('units', '5', { registration_expire: dayFrom(30) })
    await setColumns('units', '8', { registration_expire: dayFrom(-1) })
    const attention = await fetchAttention()
    expect(idsByKind(attention)).toMatchObject({
      registration: ['8', '5'],
      annual_inspection: ['1'],
      service: ['2'],
      major_defect: ['3'],
      not_ready: ['2', '3', '6', '8'],
    })
    expect(attention.total).toBe(6)
    expect(attention.units.find(({ id }) => id === '3')).toMatchObject({
      open_major_defects: 1,
      open_majors: [expect.stringMatching(/^\d+$/)],
      major_defect_report: null,
    })
  })

  test('contains reports that are not approved, oldest first', async () => {
    await parkUnit(site.db, '1')
    const newer = await addReport('1')
    const older = await addReport('1', null, '2026-10-01')
    await addReport('1', TODAY)
    expect(idsByKind(await fetchAttention())).toMatchObject({ approval: [older, newer] })
  })

  test('contains work from reports that is due again by date or by miles, each item once', async () => {
    for (const id of ['1', '2', '3']) await parkUnit(site.db, id)
    await setColumns('units', '1', { miles_driven: 100_000, next_service_date: dayFrom(20) })
    const brakes = await addReport('1', TODAY, '2026-11-01', { service: 'brake_service', due_date: dayFrom(-3) })
    const tires = await addReport('1', TODAY, '2026-11-01', { service: 'tire_service', due_date: dayFrom(30) })
    // Due in four days by miles, in 60 days by date.
    const oil = await addReport('1', TODAY, '2026-11-01', {
      service: 'oil_change',
      due_date: dayFrom(60),
      due_mileage: 102_400,
    })
    const plain = { service: 'repair', due_date: dayFrom(1) } as const
    await addReport('2', TODAY, '2026-11-01', { ...plain, due_date: dayFrom(31) })
    await addReport('2', TODAY, '2026-11-01', { ...plain, service: 'reefer_service', is_latest: false })
    // Services that the unit's own dates already cover.
    await addReport('1', TODAY, '2026-11-01', { service: 'pm_b', due_date: dayFrom(20) })
    await addReport('2', TODAY, '2026-11-01', { ...plain, service: 'annual_inspection' })
    await setColumns('units', '3', { status: 'for_sale' })
    await addReport('3', TODAY, '2026-11-01', plain)
    const attention = await fetchAttention()
    expect(idsByKind(attention)).toMatchObject({ service: [brakes, oil, '1', tires] })
    expect(attention.inspections.find(({ id }) => id === oil)).toMatchObject({
      due_on: dayFrom(4),
      due_mileage: 102_400,
      service_type_display: 'Oil Change',
    })
    expect([attention.counts.service, attention.total]).toEqual([4, 4])
  })

  test('uses the company’s date, not the UTC date', async () => {
    const driver = await hireDriver(site.db, { status: 'on_vacation' })
    await setColumns('drivers', driver, { med_expire: '2026-12-22' })
    const boss = await hire(site.db, { role: 'administrator' })
    site.clock.now = new Date('2026-11-22T05:55:00Z')
    const early = await site.as(boss)
    expect((await fetchAttention(early)).counts.medical_card).toBe(0)
    site.clock.now = new Date('2026-11-22T06:05:00Z')
    expect((await fetchAttention(early)).counts.medical_card).toBe(1)
  })

  test('with 130 services due, contains exactly the 100 earliest and counts all of them', async () => {
    const days = Array.from({ length: 130 }, (_, at) => 30 - (at % 40))
    for (const [at, day] of days.entries()) {
      await parkUnit(site.db, `U${at}`)
      await setColumns('units', `U${at}`, { next_service_date: dayFrom(day) })
    }
    const attention = await fetchAttention()
    expect(attention.counts.service).toBe(130)
    expect(attention.total).toBe(130)
    const due = itemsByKind(attention, TODAY)
      .get('service')!
      .map((item) => item.due)
    expect(due).toEqual(days.map(dayFrom).sort().slice(0, 100))
  })
})

describe('the visibility of the attention list', () => {
  async function fillYard() {
    const driver = await hireDriver(site.db, { status: 'on_the_road' })
    await setColumns('drivers', driver, { med_expire: TODAY })
    await parkUnit(site.db, '1042', { status: 'on_service' })
    await parkUnit(site.db, 'TL-9', { status: 'on_service', kind: 'trailer' })
    await addReport('1042')
  }
  test.each([
    { view: ['drivers'], counts: { no_truck: 1, medical_card: 1 } },
    { view: ['trucks'], counts: { not_ready: 1 } },
    { view: ['trailers', 'trucks'], counts: { not_ready: 2 } },
    { view: ['maintenance'], counts: { approval: 1, not_ready: 2 } },
    { view: ['dispatchers', 'schedule'], counts: {} },
  ] as const)('a user who may view $view sees only items of those areas', async ({ view, counts }) => {
    await fillYard()
    const attention = await fetchAttention(await site.as(await hire(site.db, { view })))
    expect(attention.counts).toEqual({ ...NONE, ...counts })
    expect(attention.drivers.length + attention.units.length + attention.inspections.length).toBe(attention.total)
  })

  test('permission to edit without permission to view shows nothing', async () => {
    await fillYard()
    const attention = await fetchAttention(
      await site.as(await hire(site.db, { edit: ['drivers', 'trucks', 'maintenance'] })),
    )
    expect(attention.counts).toEqual(NONE)
  })

  test('drivers see their own papers, and no one else’s', async () => {
    await fillYard()
    const own = await hireDriver(site.db, { status: 'on_vacation' })
    await setColumns('drivers', own, { cdl_expire: dayFrom(3) })
    const [{ user_id }] = (await site.db.query<{ user_id: number }>(
      'test.user',
      'select user_id from drivers where id = $1',
      [own],
    )) as [{ user_id: number }]
    const attention = await fetchAttention(await site.as(user_id))
    expect(attention.counts).toEqual({ ...NONE, cdl: 1 })
    expect(attention.drivers.map(({ id }) => id)).toEqual([own])
  })

  test('users who may view only maintenance see units, and learn nothing about drivers’ papers', async () => {
    const driver = await hireDriver(site.db)
    await assignUnit(site.db, driver, 'truck', '1042')
    await setColumns('drivers', driver, { med_expire: dayFrom(-40) })
    const mechanic = await site.as(await hire(site.db, { view: ['maintenance'] }))
    expect((await fetchAttention(mechanic)).counts).toEqual(NONE)
    await setColumns('units', '1042', { next_service_date: dayFrom(3) })
    const { counts, units } = await fetchAttention(mechanic)
    expect(counts).toEqual({ ...NONE, service: 1 })
    expect(units.map(({ holder }) => holder?.papers_until)).toEqual([null])
  })

  test('the report that found a major defect is included only for users who may view maintenance', async () => {
    await parkUnit(site.db, '1042')
    await addDefect('1042')
    const id = await addReport('1042', TODAY)
    await site.db.query('test.of_report', 'update defects set inspection_id = $1', [id])
    const reportsSeenWith = async (view: 'trucks' | 'maintenance') =>
      (await fetchAttention(await site.as(await hire(site.db, { view: [view] })))).units.map(
        (unit) => unit.major_defect_report,
      )
    expect([await reportsSeenWith('maintenance'), await reportsSeenWith('trucks')]).toEqual([[id], [null]])
  })

  test('a kind with more than 100 records lists the first 100 by name', async () => {
    for (let at = 0; at < 101; at += 1) {
      const last_name = at === 100 ? 'Aaron' : `B${at}`
      await hireDriver(site.db, { first_name: 'Ann', last_name, status: 'on_the_road' })
    }
    const { drivers, counts } = await fetchAttention()
    expect(counts.no_truck).toBe(101)
    expect(drivers).toHaveLength(100)
    expect(drivers.map(({ user }) => user.last_name)).toContain('Aaron')
  })

  test('users who may view trucks but not drivers learn that the driver of a truck has expired papers, but not since when', async () => {
    const driver = await hireDriver(site.db)
    await assignUnit(site.db, driver, 'truck', '1042')
    await setColumns('drivers', driver, { med_expire: dayFrom(-40) })
    const { units } = await fetchAttention(await site.as(await hire(site.db, { view: ['trucks'] })))
    expect(units.map(({ holder }) => holder?.papers_until)).toEqual([dayFrom(-1)])
  })
})

describe('the server and the device', () => {
  test('agree on which records need attention', async () => {
    const chance = seededRandom(20261121)
    const one = <T>(of: readonly T[]): T => of[Math.floor(chance() * of.length)]!
    const day = (past: number, days: number) => (chance() < 0.2 ? null : dayFrom(past + Math.floor(chance() * days)))
    for (let at = 0; at < 60; at += 1) {
      const driver = await hireDriver(site.db, {
        status: one(['on_the_road', 'on_vacation', 'firing_process'] as const),
      })
      await setColumns('drivers', driver, { med_expire: day(-5, 60), cdl_expire: day(-5, 60) })
      const [id, kind] = [`U${at}`, one(['truck', 'trailer'] as const)]
      if (chance() < 0.5) await assignUnit(site.db, driver, kind, id)
      else await parkUnit(site.db, id, { kind, status: one(['unassigned', 'on_service', 'for_sale'] as const) })
      await setColumns('units', id, {
        inspection_passed_date: day(-400, 80),
        next_service_date: day(-20, 60),
        registration_expire: day(-20, 60),
      })
      if (chance() < 0.2) await addDefect(id, one(['major', 'minor']), one(['open', 'repaired']))
      await addReport(id, one([null, TODAY]), '2026-11-01', {
        service: one(['pm_a', 'tire_service', 'annual_inspection']),
        due_date: day(-20, 60),
        due_mileage: one([0, 2_000, 40_000]),
      })
    }
    const attention = await fetchAttention()
    const byKind = itemsByKind(attention, TODAY)
    expect(Object.fromEntries([...byKind].map(([kind, items]) => [kind, items.length]))).toEqual(attention.counts)
    const all = [...byKind.values()].flat().map(({ of, row }) => `${of}/${row.id}`)
    expect(new Set(all).size).toBe(attention.total)
    for (const kind of ATTENTION_KINDS) expect(attention.counts[kind]).toBeGreaterThan(0)
  })
})
