import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire, hireDispatcher, hireDriver } from '#tests/support/server/company.ts'

let site: TestApp
let ruth: Caller
beforeAll(async () => {
  site = await testApp()
  ruth = await site.as(await hire(site.db, { role: 'administrator' }))
  for (let at = 0; at < 9; at += 1) await hireDriver(site.db)
  for (let at = 0; at < 4; at += 1) await hireDispatcher(site.db)
  for (const [at, first] of ['Ann', 'ann', 'Bob', 'Cem', 'Bob'].entries())
    await site.db.query('test.name', 'update users set first_name = $1, last_name = $2 where id = $3', [
      first,
      ['Zorn', 'Adams', 'Ito', 'Ito', 'Adams'][at],
      at + 2,
    ])
  for (const [at, year] of [2019, 2023, 2019, null, 2021].entries()) {
    const truck = { id: `${500 + at}`, transport_model: 'Volvo VNL', year, color: 'White', status: 'unassigned' }
    await site.db.query(
      'test.truck',
      `insert into units (id, kind, transport_model, year, color, status) values ($1, 'truck', $2, $3, $4, $5)`,
      Object.values(truck),
    )
  }
})
afterAll(() => site.close())

const LISTS = {
  drivers: { param: 'ordering', fields: ['first_name', 'last_name', 'dispatcher', 'status', 'id'] },
  dispatchers: { param: 'ordering', fields: ['first_name', 'last_name', 'status', 'id'] },
  schedule: { param: 'ordering', fields: ['first_name', 'last_name', 'status', 'id'] },
  trucks: { param: 'ordering', fields: ['id', 'year', 'miles_driven', 'type'] },
  'users/users': { param: 'order_by', fields: ['first_name', 'last_name', 'role', 'id'] },
} as const
type List = keyof typeof LISTS

async function pages(list: List, ordering: string, limit: number) {
  const rows: { id: unknown }[] = []
  let next: string | null = `/api/${list}/?${new URLSearchParams({ [LISTS[list].param]: ordering, limit: `${limit}` })}`
  while (next) {
    const { status, body } = await ruth('GET', next)
    expect(status).toBe(200)
    rows.push(...body.results)
    next = body.next
  }
  return rows.map(({ id }) => id)
}

describe.each(Object.keys(LISTS) as List[])('the order of %s', (list) => {
  const { fields, param } = LISTS[list]
  const ordering = fc
    .tuple(fc.shuffledSubarray([...fields], { minLength: 1 }), fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }))
    .map(([some, down]) => some.map((field, at) => `${down[at] ? '-' : ''}${field}`).join(','))

  test('may combine any of its fields, in either direction, and pages of any size contain each row once', async () => {
    await fc.assert(
      fc.asyncProperty(ordering, fc.integer({ min: 2, max: 5 }), async (order, limit) => {
        const whole = await pages(list, order, 1000)
        expect(new Set(whole).size).toBe(whole.length)
        expect(await pages(list, order, limit)).toEqual(whole)
      }),
      { numRuns: 6 },
    )
  })

  test('is reversed by a minus before its only field', async () => {
    // The row for drivers without a dispatcher is last in either direction.
    const withoutNobody = (ids: readonly unknown[]) => ids.filter((id) => id !== null)
    for (const field of fields) {
      const up = withoutNobody(await pages(list, field, 1000))
      expect(withoutNobody(await pages(list, `-${field}`, 1000))).toEqual(up.toReversed())
    }
  })

  test('is refused with an error for the parameter when a field is unknown or repeated', async () => {
    for (const wrong of ['color', '--id', 'id,-id', 'id,,id', '__proto__']) {
      const { status, body } = await ruth('GET', `/api/${list}/?${param}=${wrong}`)
      expect(status).toBe(400)
      expect(body[param][0]).toContain(fields.join(', '))
    }
  })
})

test('drivers are ordered by last name, regardless of capitals', async () => {
  const { body } = await ruth('GET', '/api/drivers/?ordering=-last_name,first_name&limit=1000')
  const names: string[] = body.results.map(({ user }: { user: { first_name: string; last_name: string } }) =>
    `${user.last_name} ${user.first_name}`.toLowerCase(),
  )
  const last = names.map((name) => name.split(' ')[0])
  expect(last).toEqual(last.toSorted().toReversed())
})
