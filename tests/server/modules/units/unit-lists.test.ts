import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_SEARCH } from '#contract/text/search-text.ts'
import {
  UNIT_ORDERINGS,
  type UnitOrdering,
  VEHICLE_STATUSES,
  type VehicleStatus,
} from '#contract/units/unit-choices.ts'
import { compareUnitRows, unitFits } from '#contract/units/unit-search.ts'
import type { Unit } from '#contract/units/units.ts'
import { type Caller, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire, hireDispatcher, hireDriver, insertUnits, type UnitRow } from '#tests/support/server/company.ts'

const MODELS = ['Freightliner Cascadia', 'Volvo VNL_860', 'PETERBILT 579 100%', 'Kenworth\\T680', 'Škoda Ünit', '']
const TYPES = ['sleeper', 'day_cab', 'Day cab', 'é', '', null]
const STATUSES: readonly VehicleStatus[] = VEHICLE_STATUSES.map(({ value }) => value)
const KINDS = ['truck', 'trailer'] as const
let site: TestApp
let ruth: Caller
const all: Record<(typeof KINDS)[number], Unit[]> = { truck: [], trailer: [] }

/** Similar rows, so that sort orders must break ties. Some have empty fields. */
function rowOf(kind: 'truck' | 'trailer', n: number, drivers: readonly number[], ann: number): UnitRow {
  const driver = n % 4 === 0 ? (drivers[n / 4] ?? null) : null
  const status = STATUSES[n % 4] ?? 'unassigned'
  const mark = kind === 'truck' ? 'T' : 'L'
  const ids = [`${mark}${n}`, `${mark.toLowerCase()}${n}`, `${mark} ${n}`, `${mark}-${n}.a`, `${n}_${mark}`]
  return {
    id: ids[n % ids.length] ?? '',
    kind,
    status: driver === null && status === 'assigned' ? 'unassigned' : status,
    driver_id: driver,
    dispatcher_id: driver === null ? null : ann,
    transport_model: MODELS[n % MODELS.length] ?? '',
    year: n % 7 === 0 ? null : 2019 + (n % 5),
    color: n % 2 ? 'White' : 'blue Ü',
    type: TYPES[n % TYPES.length] ?? null,
    miles_driven: n % 3 === 0 ? 0 : (n % 9) * 1234.567,
    vin: n % 5 === 0 ? `VIN${mark}${String(n * 7).padStart(6, '0')}` : null,
    unit_number: kind === 'truck' && n % 2 ? `No ${n}` : null,
    licence_plate: n % 3 ? `${mark}-048 ${n}` : null,
    transponder_id: kind === 'truck' && n % 5 ? `00700${n}` : null,
    fleet_manager_name: n % 2 ? 'Karen WALSH' : 'José Ñunez',
  }
}

beforeAll(async () => {
  site = await testApp()
  ruth = await site.as(await hire(site.db, { role: 'administrator' }))
  const ann = await hireDispatcher(site.db, { first_name: 'Marisol', last_name: 'Villaseñor' })
  const drivers: number[] = []
  for (const first_name of ['Zoë', 'ÅSA', 'jose', 'İrem', 'Terrence', 'Lena', 'Ron', 'Éric']) {
    drivers.push(await hireDriver(site.db, { first_name, last_name: 'O’Neil', dispatcher: ann }))
  }
  for (const kind of KINDS) {
    await insertUnits(
      site.db,
      Array.from({ length: 60 }, (_, n) => rowOf(kind, n, drivers, ann)),
    )
    all[kind] = (await ruth('GET', `/api/${kind}s/?limit=1000`)).body.results
  }
})
afterAll(() => site.close())

const onDevice = (kind: 'truck' | 'trailer', search: string, filter: VehicleStatus | '', ordering: UnitOrdering) =>
  all[kind].filter(unitFits(filter, search)).toSorted(compareUnitRows(ordering, search))

/** Reads all pages of a list. Returns their ids in order, and the count on each page. */
async function pages(path: string): Promise<{ ids: string[]; counts: number[] }> {
  const found = { ids: [] as string[], counts: [] as number[] }
  for (let next: string | null = path; next; ) {
    const { status, body } = await ruth('GET', next)
    expect(status).toBe(200)
    found.ids.push(...body.results.map(({ id }: Unit) => id))
    found.counts.push(body.count)
    next = body.next
  }
  return found
}

describe.each(KINDS)('the list of units of the kind %s', (kind) => {
  test.each(UNIT_ORDERINGS)(
    'is paged by %s in the order of the device, with none repeated and none skipped',
    async (ordering) => {
      const expected = onDevice(kind, '', '', ordering).map(({ id }) => id)
      expect(expected).toHaveLength(60)
      for (const limit of [7, 60]) {
        const { ids, counts } = await pages(`/api/${kind}s/?ordering=${ordering}&limit=${limit}`)
        expect(ids).toEqual(expected)
        expect(new Set(counts)).toEqual(new Set([60]))
      }
      const { body } = await ruth('GET', `/api/${kind}s/?ordering=${ordering}&limit=9&offset=50`)
      expect(body.results.map(({ id }: Unit) => id)).toEqual(expected.slice(50, 59))
    },
  )

  test.each(UNIT_ORDERINGS)('searched for a code is paged by %s from the best match on', async (ordering) => {
    const mark = kind === 'truck' ? 'T' : 'L'
    for (const search of ['1', `${mark.toLowerCase()}2`, `${mark}-04-81`, '000105']) {
      const expected = onDevice(kind, search, '', ordering).map(({ id }) => id)
      expect(expected.length).toBeGreaterThan(0)
      for (const limit of [1, 3]) {
        const { ids, counts } = await pages(
          `/api/${kind}s/?${new URLSearchParams({ search, ordering, limit: `${limit}` })}`,
        )
        expect([ids, new Set(counts)]).toEqual([expected, new Set([expected.length])])
      }
      const { body } = await ruth(
        'GET',
        `/api/${kind}s/?${new URLSearchParams({ search, ordering, limit: '2', offset: '1' })}`,
      )
      expect(body.results.map(({ id }: Unit) => id)).toEqual(expected.slice(1, 3))
    }
  })

  test('searched for a number, a plate or the end of a VIN begins with that unit, whatever the order', async () => {
    const first = async (search: string) => {
      const { body } = await ruth('GET', `/api/${kind}s/?${new URLSearchParams({ search, ordering: '-year' })}`)
      return [body.results[0].id, body.count > 1]
    }
    const mark = kind === 'truck' ? 'T' : 'L'
    expect(await first('10')).toEqual([`${mark}10`, true])
    expect(await first(`${mark.toLowerCase()}-1.0`)).toEqual([`${mark}10`, false])
    expect((await first(`${mark}048-10`))[0]).toBe(`${mark}10`)
    expect((await first(`${mark} 048 10`))[0]).toBe(`${mark}10`)
    expect((await first('000140'))[0]).toBe(`${mark}20`)
  })

  test('filtered by status has only those units, with their count', async () => {
    for (const filter of STATUSES) {
      const expected = onDevice(kind, '', filter, '-year').map(({ id }) => id)
      expect(expected.length).toBeGreaterThan(5)
      const { ids, counts } = await pages(`/api/${kind}s/?ordering=-year&filter=${filter}&limit=4`)
      expect([ids, counts[0]]).toEqual([expected, expected.length])
    }
    expect((await ruth('GET', `/api/${kind}s/?filter=sold`)).status).toBe(400)
    expect((await ruth('GET', `/api/${kind}s/?ordering=color`)).status).toBe(400)
    expect((await ruth('GET', `/api/${kind}s/?cursor=nonsense`)).status).toBe(400)
  })

  test('finds the same units as the device for any random search, in the same order', async () => {
    const pieces = all[kind].flatMap((unit) => [
      unit.id,
      unit.transport_model,
      String(unit.year),
      unit.color,
      unit.type,
      unit.vin,
      unit.driver_full_name,
      unit.dispatcher?.user.last_name,
      unit.extra_info.fleet_manager_name,
      unit.number,
      unit.number?.replace(/[^\d]/g, ''),
      unit.extra_info.licence_plate,
      unit.vin?.slice(-6),
      ...(unit.kind === 'truck' ? [unit.extra_info.transponder_id] : []),
    ])
    const piece = fc.oneof(
      fc.constantFrom(...pieces.filter((one) => one != null && one !== '')),
      fc.string({ unit: 'grapheme', maxLength: 3 }),
      fc.constantFrom('%', '_', '\\', ' ', '\\%', 'A', 'null', 'ñ', 'Ñ'),
    )
    const part = fc
      .tuple(piece, fc.nat(6), fc.nat(6))
      .map(([text, from, length]) => text?.slice(from, from + 1 + length))
    const phrase = fc.oneof(piece, part).map((text) => `"${text}"`)
    const words = fc.array(fc.oneof(piece, part, phrase), { maxLength: 3 })
    const search = words.map((parts) => parts.join(' ').slice(0, MAX_SEARCH))
    const storable = search.filter((text) => text.isWellFormed() && !text.includes('\0'))
    const found = { some: 0 }
    await fc.assert(
      fc.asyncProperty(
        storable,
        fc.constantFrom('' as const, ...STATUSES),
        fc.constantFrom(...UNIT_ORDERINGS),
        async (text, filter, ordering) => {
          const expected = onDevice(kind, text, filter, ordering)
          const query = new URLSearchParams({ search: text, filter, ordering, limit: '1000' })
          const { body } = await ruth('GET', `/api/${kind}s/?${query}`)
          expect([body.count, body.results]).toEqual([expected.length, expected])
          if (expected.length > 0 && expected.length < 60) found.some += 1
        },
      ),
      { numRuns: 120 },
    )
    expect(found.some).toBeGreaterThan(20)
  })

  test('continues a search by cursor and ends it where the device’s list ends', async () => {
    const expected = onDevice(kind, 'walsh w', '', '-miles_driven').map(({ id }) => id)
    expect(expected.length).toBeGreaterThan(10)
    const { ids, counts } = await pages(`/api/${kind}s/?search=walsh+w&ordering=-miles_driven&limit=4`)
    expect([ids, counts[0]]).toEqual([expected, expected.length])
  })
})

test('a cursor of one order is refused for another order, and for the same order reversed', async () => {
  const { body } = await ruth('GET', '/api/trucks/?ordering=year&limit=5')
  const cursor = new URL(body.next, 'http://x').searchParams.get('cursor')
  for (const ordering of ['id', '-year', 'miles_driven']) {
    const answer = await ruth('GET', `/api/trucks/?ordering=${ordering}&cursor=${cursor}`)
    expect(answer, ordering).toMatchObject({ status: 400, body: { cursor: [expect.any(String)] } })
  }
})
