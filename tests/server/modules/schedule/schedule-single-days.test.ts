import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { planDay } from '#tests/support/server/company.ts'
import {
  driver,
  greg,
  gregsChange,
  historyOf,
  MON,
  maria,
  type Planner,
  planningDesk,
  rowsOf,
  site,
  TUE,
} from '#tests/support/yard/schedule.ts'

planningDesk()

const monday = (day: object = {}) => ({ driver, date: MON, status: 'on_vacation', client_id: randomUUID(), ...day })
const clear = (planner: Planner, date: string = MON) => planner.setDays(driver, [{ date, status: null }])

test('a day created where another user has planned one conflicts by field, under plain field names', async () => {
  const theirs = await greg.create(monday({ status: 'on_the_road', client_id: undefined }))
  const refused = await maria.create(monday({ description: 'home' }))
  expect(refused).toMatchObject({ status: 412, body: { detail: expect.any(String), current: theirs.body } })
  expect(refused.body.conflicts).toEqual({
    status: { theirs: 'on_the_road', yours: 'on_vacation', was: null, ...gregsChange() },
    description: { theirs: '', yours: 'home', was: '', ...gregsChange() },
  })
  expect(await rowsOf(site, driver)).toEqual([theirs.body])
})

test('a new day that equals the existing one is that day, and gives it its client id', async () => {
  const id = await planDay(site.db, { driver, date: MON, status: 'on_vacation', description: 'home' })
  const same = monday({ description: 'home' })
  const first = await maria.create(same)
  expect(first).toMatchObject({ status: 200, body: { id, version: 1, client_id: same.client_id } })
  const again = await greg.create(monday({ description: 'home' }))
  expect(again).toMatchObject({ status: 200, text: first.text })
  expect(await historyOf(site, id)).toEqual([])
})

test.each(['its own', 'none'])(
  'taking back a day that a colleague has planned too is a conflict (the colleague’s client id: %s)',
  async (name) => {
    const theirs = await greg.create(monday(name === 'none' ? { client_id: undefined } : {}))
    expect(await maria.create(monday())).toMatchObject({ status: 200, body: { version: 1 } })
    const back = [{ date: MON, seen: null, status: null }]
    const refused = await maria.setDays(driver, back)
    expect(refused).toMatchObject({ status: 412, body: { current: [{ id: theirs.body.id, version: 1 }] } })
    expect(refused.body.conflicts).toEqual({
      [`${MON}.status`]: { theirs: 'on_vacation', yours: null, was: null, ...gregsChange() },
    })
    expect(await greg.setDays(driver, back)).toMatchObject({ status: 200, body: { cleared: [{ version: 2 }] } })
  },
)

test('a day created where the user has already planned one on this device changes that day', async () => {
  const { body } = await maria.create(monday({ description: 'home' }), 0)
  const changed = await maria.create(monday({ status: 'firing_process' }))
  expect(changed).toMatchObject({ status: 200, headers: { etag: '"2"' } })
  expect(changed.body).toEqual({ ...body, status: 'firing_process', description: '', version: 2 })
})

test('a day sent with the version of the existing day changes it; with an older version it is a conflict', async () => {
  const id = await planDay(site.db, { driver, date: MON })
  expect(await maria.create(monday(), 1)).toMatchObject({
    status: 200,
    body: { id, version: 2, status: 'on_vacation' },
  })
  await greg.patch(id, { status: 'firing_process' })
  const refused = await maria.create(monday({ status: 'on_the_road' }), 2)
  expect(refused.status).toBe(412)
  expect(refused.body.conflicts).toEqual({
    status: { theirs: 'firing_process', yours: 'on_the_road', was: 'on_vacation', ...gregsChange() },
  })
})

test('a cleared date that is planned again keeps its row and version count', async () => {
  const { body } = await greg.create(monday({ client_id: undefined }))
  await clear(greg)
  const replanned = await maria.create(monday({ client_id: undefined, description: 'home' }))
  expect(replanned).toMatchObject({ status: 201, headers: { etag: '"3"' } })
  expect(replanned.body).toEqual({ ...body, description: 'home', version: 3 })
  await clear(greg)
  const named = monday()
  expect(await maria.create(named)).toMatchObject({
    status: 201,
    body: { id: body.id, version: 5, client_id: named.client_id },
  })
})

test('the client id of a cleared day plans that day again, and is refused for another day', async () => {
  const named = monday()
  const { body } = await maria.create(named)
  await clear(greg)
  expect(await maria.create({ ...named, date: TUE })).toMatchObject({
    status: 400,
    body: { client_id: [expect.any(String)] },
  })
  expect(await maria.create(named)).toMatchObject({ status: 201, body: { ...body, version: 3 } })
  expect(await maria.create(named)).toMatchObject({ status: 200, body: { ...body, version: 3 } })
  await clear(greg)
  expect(await maria.create(named, 3)).toMatchObject({
    status: 412,
    body: { current: { id: body.id, status: null, version: 4 }, conflicts: { status: { theirs: null } } },
  })
})

test('a seen version means nothing where a date has no row: the day is created', async () => {
  expect(await maria.create(monday(), 7)).toMatchObject({ status: 201, body: { version: 1 } })
})

test.each(['id', 'client_id'] as const)(
  'a cleared day, known by its %s, is planned again only with its current version',
  async (key) => {
    const { body } = await maria.create(monday({ description: 'home' }))
    await clear(greg)
    for (const [change, seen] of [
      [{ status: 'on_the_road' }, undefined],
      [{ description: 'Laredo' }, undefined],
      [{ description: '' }, undefined],
      [{}, undefined],
      [{}, 1],
    ] as const) {
      expect(await maria.patch(body[key], change, seen), JSON.stringify(change)).toMatchObject({ status: 404 })
    }
    const refused = await maria.patch(body[key], { status: 'on_the_road', description: 'Laredo' }, 1)
    expect(refused).toMatchObject({
      status: 412,
      body: { current: { ...body, status: null, description: '', version: 2 } },
    })
    expect(refused.body.conflicts).toEqual({
      status: { theirs: null, yours: 'on_the_road', was: 'on_vacation', ...gregsChange() },
      description: { theirs: '', yours: 'Laredo', was: 'home', ...gregsChange() },
    })
    const again = await maria.patch(body[key], { status: 'on_the_road', description: 'Laredo' }, 2)
    expect(again).toMatchObject({
      status: 200,
      body: { ...body, status: 'on_the_road', description: 'Laredo', version: 3 },
    })
    expect(await historyOf(site, body.id)).toEqual(
      expect.arrayContaining(['3 description:  → Laredo', '3 status: ∅ → on_the_road']),
    )
  },
)

test('a description for a day that another user cleared is a conflict, even if the day had none', async () => {
  const { body } = await maria.create(monday())
  await clear(greg)
  const refused = await maria.patch(body.id, { description: 'Laredo' }, 1)
  expect(refused.status).toBe(412)
  expect(refused.body.conflicts).toEqual({ description: { theirs: '', yours: 'Laredo', was: '', ...gregsChange() } })
})

test('a description for a cleared day is a conflict that the user decides, even an empty description', async () => {
  const { body } = await maria.create(monday({ description: 'home' }))
  await clear(greg)
  const cleared = { ...body, status: null, description: '', version: 2 }
  const refusal = async (description: string, seen: number) => {
    const refused = await maria.patch(body.client_id, { description }, seen)
    expect(refused).toMatchObject({ status: 412, body: { current: cleared } })
    return refused.body.conflicts
  }
  expect(await refusal('', 1)).toEqual({ description: { theirs: '', yours: '', was: 'home', ...gregsChange() } })
  for (const seen of [2, 9]) {
    expect(await refusal('', seen)).toEqual({ description: { theirs: '', yours: '' } })
    expect(await refusal('Laredo', seen)).toEqual({ description: { theirs: '', yours: 'Laredo' } })
  }
  expect(await rowsOf(site, driver)).toEqual([cleared])
})

test('a description for a day that the user cleared is a conflict too: nothing is planned there', async () => {
  const { body } = await maria.create(monday())
  await clear(maria)
  const refused = await maria.patch(body.id, { description: 'Laredo' }, 1)
  expect(refused).toMatchObject({ status: 412, body: { conflicts: { description: { theirs: '', yours: 'Laredo' } } } })
})

test('a day that the user cleared on this device is planned again without a conflict', async () => {
  const { body } = await maria.create(monday())
  await clear(maria)
  expect(await maria.patch(body.id, { status: 'on_the_road' }, 1)).toMatchObject({ status: 200, body: { version: 3 } })
})
