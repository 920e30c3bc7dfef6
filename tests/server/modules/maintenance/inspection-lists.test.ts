import { describe, expect, test } from 'vitest'
import { compareInspections, inspectionFits } from '#contract/maintenance/inspection-lists.ts'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import { aTruck } from '#tests/support/builders/a-unit.ts'
import { hireDriver } from '#tests/support/server/company.ts'
import { ALL, aFault, FAULTY, yardForEach } from '#tests/support/yard/inspected-yard.ts'

const TODAY = '2026-11-21'
const { site, yard } = yardForEach()

const madeOn = (day: string) => ({ made_at: `${day}T18:00:00Z` })
const list = async (query = '') => (await yard.greg('GET', `${ALL}?${query}`)).body
const ids = async (query = '') => (await list(query)).results.map((row: Inspection) => row.id)
const truck = async (id: string) => (await yard.greg('GET', `/api/trucks/${id}/`)).body

/** Creates reports of all kinds, oldest first. */
async function addReports() {
  await yard.greg('POST', '/api/trucks/', { body: aTruck('1043', { miles_driven: 50_000 }) })
  const approved = { approved_by: null, approved_date: null }
  return [
    await yard.createReport({ ...madeOn('2026-09-01'), service_type: 'oil_change', due_mileage: 101_000 }),
    await yard.createReport({ ...madeOn('2026-10-01'), due_date: '2026-11-20' }),
    await yard.createReport({
      ...madeOn('2026-10-05'),
      transport: 'TL-1',
      service_type: 'annual_inspection',
      due_date: '2027-10-05',
    }),
    await yard.createReport({
      ...madeOn('2026-10-07'),
      transport: '1043',
      ...FAULTY,
      service_type: 'pre_trip',
      defects: [aFault()],
    }),
    await yard.createReport({ ...madeOn('2026-11-02'), transport: '1043', service_type: 'repair' }),
    await yard.createReport({ ...madeOn('2026-11-19'), service_type: 'other', ...approved }),
  ]
}

describe('the tabs', () => {
  test('show all reports, work that is due, and work that is done, in the same order as on a device', async () => {
    const made = await addReports()
    const [oil, pm, annual, pre, repair, other] = made.map(({ id }) => id)
    expect(await ids()).toEqual([other, repair, pre, annual, pm, oil])
    expect(await ids('status=upcoming')).toEqual([pm, oil, pre, annual])
    expect(await ids('status=history')).toEqual([repair])
    expect((await yard.greg('GET', `${ALL}upcoming_count/`)).body).toEqual({ count: 4 })
    const rows: Inspection[] = (await list()).results
    for (const status of ['', 'upcoming', 'history'] as const) {
      const filter = { status, report_type: '', service_type: '', fleet_manager: [], transport: [] } as const
      const here = rows.filter(inspectionFits(filter)).toSorted(compareInspections(status, TODAY))
      expect(here.map(({ id }) => id)).toEqual(await ids(`status=${status}`))
    }
  })
  test('show reports of one day by the time at which they were made, however late they arrived', async () => {
    const noon = await yard.createReport({ made_at: '2026-11-20T18:00:00Z' })
    const evening = await yard.createReport({ made_at: '2026-11-20T23:00:00Z' })
    const morning = await yard.createReport({ made_at: '2026-11-20T13:00:00Z' })
    const newestFirst = [evening.id, noon.id, morning.id]
    expect([await ids(), await ids('ordering=date')]).toEqual([newestFirst, newestFirst.toReversed()])
    const rows: Inspection[] = (await list()).results
    expect(rows.toSorted(compareInspections('', TODAY)).map(({ id }) => id)).toEqual(newestFirst)
    const second = (await list('limit=1')).next
    expect((await yard.greg('GET', second)).body.results.map(({ id }: Inspection) => id)).toEqual([noon.id])
  })
  test('drop work that a later report on the unit has done, and show it again when that report goes', async () => {
    const first = await yard.createReport({ ...madeOn('2026-10-01'), due_date: '2026-11-20' })
    const second = await yard.createReport({ ...madeOn('2026-11-20'), due_date: '2027-02-20' })
    const earlier = await yard.createReport({ ...madeOn('2026-09-01'), due_date: '2026-10-01' })
    const latest = async () => {
      const rows: Inspection[] = (await list()).results
      return rows.filter((row) => row.is_latest).map(({ id }) => id)
    }
    expect([await ids('status=upcoming'), await latest()]).toEqual([[second.id], [second.id]])
    expect(await ids('status=history')).toEqual([first.id, earlier.id])
    await yard.greg('PATCH', `${ALL}${second.id}/`, { body: { service_type: 'pm_b' } })
    expect(await latest()).toEqual([second.id, first.id])
    await yard.admin('DELETE', `${ALL}${first.id}/`)
    expect(await latest()).toEqual([second.id, earlier.id])
  })
  test('show no due work of a deleted unit', async () => {
    const { id } = await yard.createReport({ due_date: '2026-12-01' })
    await yard.admin('DELETE', '/api/trucks/1042/')
    expect([await ids('status=upcoming'), await ids('status=history'), await ids()]).toEqual([[], [id], [id]])
  })
})

describe('a list is filtered and sorted', () => {
  test.each([
    ['date_after=2026-10-05&date_before=2026-11-02', [4, 3, 2]],
    ['date_after=&date_before=', [5, 4, 3, 2, 1, 0]],
    ['report_type=defect', [3]],
    ['service_type=with_defects', [3]],
    ['service_type=without_defects&date_before=2026-10-06', [2, 1, 0]],
    ['service_type=repair', [4]],
    ['transport=1043&transport=TL-1', [4, 3, 2]],
    ['transport=1043,TL-1&service_type=repair', [4]],
    ['fleet_manager=999', []],
    ['status=upcoming&date_after=2030-01-01&transport=1042', [1, 0]],
    ['ordering=transport,-id', [5, 1, 0, 4, 3, 2]],
    ['ordering=-transport,date', [2, 3, 4, 0, 1, 5]],
    ['ordering=-total_cost,-id', [5, 4, 3, 2, 1, 0]],
    ['ordering=date', [0, 1, 2, 3, 4, 5]],
    ['ordering=due_date', [1, 3, 2, 0, 4, 5]],
  ])('by %s', async (query, expected) => {
    const made = await addReports()
    expect(await ids(query)).toEqual(expected.map((at) => made[at]?.id))
    expect((await list(query)).count).toBe(expected.length)
  })
  test.each([
    'status=done',
    'service_type=x',
    'fleet_manager=x',
    'date_after=x',
    'date_after=2026-02-02&date_before=2026-02-01',
    'ordering=odometer',
    'ordering=date,-date',
    'ordering=date,',
  ])('but refused with %s', async (query) => {
    expect((await yard.greg('GET', `${ALL}?${query}`)).status).toBe(400)
  })
  test.each(['status=upcoming', 'ordering=-date', 'ordering=total_cost', 'ordering=service_type,-transport', ''])(
    'page by page, each row once: %s',
    async (query) => {
      await addReports()
      const whole = await ids(query)
      const seen: number[] = []
      let next: string | null = `${ALL}?${query}&limit=1`
      while (next !== null) {
        const page: { next: string | null; results: Inspection[] } = (await yard.greg('GET', next)).body
        seen.push(...page.results.map(({ id }) => id))
        next = page.next
      }
      expect(seen).toEqual(whole)
    },
  )
})

describe('the effects of reports on their unit', () => {
  test('an annual inspection that the unit passed counts from its day; one with a major defect does not', async () => {
    await yard.createReport({
      ...madeOn('2026-11-10'),
      service_type: 'annual_inspection',
      ...FAULTY,
      defects: [aFault()],
    })
    const before = (await truck('1042')).inspection_passed_date
    await yard.createReport({ ...madeOn('2026-11-15'), service_type: 'annual_inspection', due_date: '2027-11-15' })
    expect([before === '2026-11-15', (await truck('1042')).inspection_passed_date]).toEqual([false, '2026-11-15'])
    await yard.createReport({ ...madeOn('2026-11-12'), service_type: 'annual_inspection' })
    expect((await truck('1042')).inspection_passed_date).toBe('2026-11-15')
    const history = (await yard.greg('GET', '/api/history/trucks/1042/?limit=100')).body.results
    expect(history).toContainEqual(expect.objectContaining({ field: 'inspection_passed_date', to: '2026-11-15' }))
  })
  test('the date from an annual inspection moves with it to another unit, and goes when it changes service or is deleted', async () => {
    await yard.greg('POST', '/api/trucks/', { body: aTruck('1043', { inspection_passed_date: '2026-01-05' }) })
    const passedDates = async () => [
      (await truck('1042')).inspection_passed_date,
      (await truck('1043')).inspection_passed_date,
    ]
    const [before] = await passedDates()
    const annual = await yard.createReport({ ...madeOn('2026-11-15'), service_type: 'annual_inspection' })
    expect(await passedDates()).toEqual(['2026-11-15', '2026-01-05'])
    const change = (body: object) => yard.greg('PATCH', `/api/maintenance/inspections/${annual.id}/`, { body })
    await change({ transport: '1043' })
    expect(await passedDates()).toEqual([before, '2026-11-15'])
    await change({ service_type: 'pm_a' })
    expect(await passedDates()).toEqual([before, '2026-01-05'])
    await change({ service_type: 'annual_inspection' })
    const earlier = await yard.createReport({
      ...madeOn('2026-06-15'),
      transport: '1043',
      service_type: 'annual_inspection',
    })
    expect(await passedDates()).toEqual([before, '2026-11-15'])
    for (const [{ id }, left] of [
      [annual, '2026-06-15'],
      [earlier, '2026-01-05'],
    ] as const) {
      await yard.admin('DELETE', `/api/maintenance/inspections/${id}/`)
      expect(await passedDates()).toEqual([before, left])
    }
  })
  test('dates set by hand stay when a report is signed or edited, and when a failed inspection is deleted', async () => {
    const set = (body: object) => yard.greg('PATCH', '/api/trucks/1042/', { body })
    const unitDates = async () => {
      const { inspection_passed_date, next_service_date } = await truck('1042')
      return [inspection_passed_date, next_service_date]
    }
    const failed = { service_type: 'annual_inspection', ...FAULTY, defects: [aFault()] }
    const annual = await yard.createReport({ ...madeOn('2026-11-20'), ...failed })
    const older = await yard.createReport({ ...madeOn('2026-11-10'), due_date: '2027-02-01' })
    await yard.createReport({ ...madeOn('2026-11-12'), due_date: null })
    await set({ inspection_passed_date: '2026-11-20', next_service_date: '2027-02-01' })
    for (const { id } of [annual, older])
      await yard.greg('PATCH', `${ALL}${id}/`, { body: { note: 'Seen', reviewed_by: 'Joe Hall', total_cost: 5 } })
    expect(await unitDates()).toEqual(['2026-11-20', '2027-02-01'])
    const last = await yard.createReport({ ...madeOn('2026-11-15'), due_date: '2027-03-01' })
    await set({ next_service_date: '2027-03-20' })
    await yard.greg('PATCH', `${ALL}${last.id}/`, { body: { note: 'Put off' } })
    await yard.admin('DELETE', `${ALL}${annual.id}/`)
    expect(await unitDates()).toEqual(['2026-11-20', '2027-03-20'])
  })
  test('moving or deleting a report of a deleted unit changes nothing on a new unit with the same id', async () => {
    await yard.greg('POST', '/api/trucks/', { body: aTruck('1043') })
    const moved = await yard.createReport({ ...madeOn('2026-11-20'), transport: '1043', due_date: '2027-02-01' })
    const deleted = await yard.createReport({ ...madeOn('2026-11-19'), transport: '1043', due_date: '2027-02-01' })
    await yard.admin('DELETE', '/api/trucks/1043/')
    await yard.greg('POST', '/api/trucks/', { body: aTruck('1043') })
    await yard.greg('PATCH', '/api/trucks/1043/', { body: { next_service_date: '2027-02-01' } })
    expect((await yard.greg('PATCH', `${ALL}${moved.id}/`, { body: { transport: '1042' } })).status).toBe(200)
    await yard.admin('DELETE', `${ALL}${deleted.id}/`)
    expect((await truck('1043')).next_service_date).toBe('2027-02-01')
  })
  test('a service date that a report planned goes with it; a date set by hand stays', async () => {
    await yard.greg('POST', '/api/trucks/', { body: aTruck('1043') })
    const { id } = await yard.createReport({ transport: '1043', due_date: '2027-02-01' })
    expect((await truck('1043')).next_service_date).toBe('2027-02-01')
    await yard.greg('PATCH', `/api/maintenance/inspections/${id}/`, { body: { due_date: '2027-03-01' } })
    expect((await truck('1043')).next_service_date).toBe('2027-03-01')
    await yard.admin('DELETE', `/api/maintenance/inspections/${id}/`)
    expect((await truck('1043')).next_service_date).toBeNull()
    const other = await yard.createReport({ transport: '1043', due_date: '2027-02-01' })
    const truckBefore = await truck('1043')
    await yard.greg('PATCH', '/api/trucks/1043/', { body: { next_service_date: '2026-12-24' } })
    expect(truckBefore.next_service_date).toBe('2027-02-01')
    await yard.admin('DELETE', `/api/maintenance/inspections/${other.id}/`)
    expect((await truck('1043')).next_service_date).toBe('2026-12-24')
  })
  test('reports of a deleted unit do not count for a new unit with the same id', async () => {
    await yard.greg('POST', '/api/trucks/', { body: aTruck('1043') })
    await yard.createReport({ ...madeOn('2026-11-20'), transport: '1043' })
    await yard.admin('DELETE', '/api/trucks/1043/')
    await yard.greg('POST', '/api/trucks/', { body: aTruck('1043') })
    expect(
      (await yard.createReport({ ...madeOn('2026-11-18'), transport: '1043', due_date: '2027-02-01' })).is_latest,
    ).toBe(true)
  })
  test('of two reports of one day, the one made later is the latest, even if it arrived first', async () => {
    const at = (time: string, due_date: string) => yard.createReport({ made_at: `2026-11-20T${time}:00Z`, due_date })
    const late = await at('18:00', '2027-05-01')
    const early = await at('15:00', '2027-02-01')
    expect([late.is_latest, early.is_latest]).toEqual([true, false])
    expect((await truck('1042')).next_service_date).toBe('2027-05-01')
    expect((await at('19:00', '2027-06-01')).is_latest).toBe(true)
  })
  test('the next service is the earliest due date of the unit’s latest reports', async () => {
    const nextService = async () => (await truck('1042')).next_service_date
    await yard.createReport({ service_type: 'pm_a', due_date: '2027-03-01' })
    expect(await nextService()).toBe('2027-03-01')
    const oil = await yard.createReport({ service_type: 'oil_change', due_date: '2027-01-10' })
    expect(await nextService()).toBe('2027-01-10')
    await yard.createReport({ service_type: 'repair', due_date: '2026-12-01' })
    expect(await nextService()).toBe('2027-01-10')
    await yard.greg('PATCH', `${ALL}${oil.id}/`, { body: { due_date: '2027-05-01' } })
    expect(await nextService()).toBe('2027-03-01')
  })
})

const DRIVERS = `${ALL}drivers-with-inspections/`

test('the units with inspections are listed once each, and their drivers once each in another list', async () => {
  await addReports()
  expect((await yard.greg('GET', DRIVERS)).body).toMatchObject({ count: 0, results: [] })
  const hired = async (first_name: string, last_name: string, units: readonly string[]) => {
    const id = await hireDriver(site.db, { first_name, last_name })
    await site.db.query(
      'test.assign',
      `update units set driver_id = $1, status = 'assigned' where id = any($2::text[])`,
      [id, units],
    )
    return { id, user: { id: expect.any(Number), first_name, last_name } }
  }
  const terrence = await hired('Terrence', 'Boone', ['1043'])
  const ana = await hired('Ana', 'Adams', ['1042', 'TL-1'])
  await yard.greg('POST', '/api/trucks/', { body: aTruck('1044') })
  await hired('Carl', 'Cole', ['1044'])
  const units = (await yard.greg('GET', `${ALL}transport-with-inspections/?limit=1000`)).body
  expect([units.count, units.results]).toEqual([
    3,
    [
      { id: '1042', kind: 'truck', title: '1042 · Freightliner Cascadia' },
      { id: '1043', kind: 'truck', title: '1043 · Freightliner Cascadia' },
      { id: 'TL-1', kind: 'trailer', title: expect.stringContaining('TL-1 · ') },
    ],
  ])
  expect((await yard.greg('GET', DRIVERS)).body).toMatchObject({ count: 2, results: [ana, terrence] })
})
