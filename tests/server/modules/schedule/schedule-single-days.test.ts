import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { planDay } from '#tests/support/server/company.ts'
import {
  driver,
  greg,
  gregs,
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

test('a day that a device makes where somebody has made one meets it by fields, under their plain names', async () => {
  const theirs = await greg.make(monday({ status: 'on_the_road', client_id: undefined }))
  const refused = await maria.make(monday({ description: 'home' }))
  expect(refused).toMatchObject({ status: 412, body: { detail: expect.any(String), current: theirs.body } })
  expect(refused.body.conflicts).toEqual({
    status: { theirs: 'on_the_road', yours: 'on_vacation', was: null, ...gregs() },
    description: { theirs: '', yours: 'home', was: '', ...gregs() },
  })
  expect(await rowsOf(site, driver)).toEqual([theirs.body])
})

test('a day that says the same as the one that is there is that day, and gives it its name', async () => {
  const id = await planDay(site.db, { driver, date: MON, status: 'on_vacation', description: 'home' })
  const same = monday({ description: 'home' })
  const first = await maria.make(same)
  expect(first).toMatchObject({ status: 200, body: { id, version: 1, client_id: same.client_id } })
  const again = await greg.make(monday({ description: 'home' }))
  expect(again).toMatchObject({ status: 200, text: first.text })
  expect(await historyOf(site, id)).toEqual([])
})

test.each(['a name of its own', 'none'])(
  'who takes back what a colleague had planned too, under %s, meets it',
  async (name) => {
    const theirs = await greg.make(monday(name === 'none' ? { client_id: undefined } : {}))
    expect(await maria.make(monday())).toMatchObject({ status: 200, body: { version: 1 } })
    const back = [{ date: MON, seen: null, status: null }]
    const refused = await maria.setDays(driver, back)
    expect(refused).toMatchObject({ status: 412, body: { current: [{ id: theirs.body.id, version: 1 }] } })
    expect(refused.body.conflicts).toEqual({
      [`${MON}.status`]: { theirs: 'on_vacation', yours: null, was: null, ...gregs() },
    })
    expect(await greg.setDays(driver, back)).toMatchObject({ status: 200, body: { cleared: [{ version: 2 }] } })
  },
)

test('a day that a device makes anew where its person made one is a change of it', async () => {
  const { body } = await maria.make(monday({ description: 'home' }), 0)
  const changed = await maria.make(monday({ status: 'firing_process' }))
  expect(changed).toMatchObject({ status: 200, headers: { etag: '"2"' } })
  expect(changed.body).toEqual({ ...body, status: 'firing_process', description: '', version: 2 })
})

test('a day that comes with the version of the one that is there changes it, with an older one it meets it', async () => {
  const id = await planDay(site.db, { driver, date: MON })
  expect(await maria.make(monday(), 1)).toMatchObject({ status: 200, body: { id, version: 2, status: 'on_vacation' } })
  await greg.patch(id, { status: 'firing_process' })
  const refused = await maria.make(monday({ status: 'on_the_road' }), 2)
  expect(refused.status).toBe(412)
  expect(refused.body.conflicts).toEqual({
    status: { theirs: 'firing_process', yours: 'on_the_road', was: 'on_vacation', ...gregs() },
  })
})

test('a cleared date is planned anew: the row and its versions go on', async () => {
  const { body } = await greg.make(monday({ client_id: undefined }))
  await clear(greg)
  const anew = await maria.make(monday({ client_id: undefined, description: 'home' }))
  expect(anew).toMatchObject({ status: 201, headers: { etag: '"3"' } })
  expect(anew.body).toEqual({ ...body, description: 'home', version: 3 })
  await clear(greg)
  const named = monday()
  expect(await maria.make(named)).toMatchObject({
    status: 201,
    body: { id: body.id, version: 5, client_id: named.client_id },
  })
})

test('a name whose day was cleared makes it again; it can be no other day', async () => {
  const named = monday()
  const { body } = await maria.make(named)
  await clear(greg)
  expect(await maria.make({ ...named, date: TUE })).toMatchObject({
    status: 400,
    body: { client_id: [expect.any(String)] },
  })
  expect(await maria.make(named)).toMatchObject({ status: 201, body: { ...body, version: 3 } })
  expect(await maria.make(named)).toMatchObject({ status: 200, body: { ...body, version: 3 } })
  await clear(greg)
  expect(await maria.make(named, 3)).toMatchObject({
    status: 412,
    body: { current: { id: body.id, status: null, version: 4 }, conflicts: { status: { theirs: null } } },
  })
})

test('where there never was a row a version says nothing: the day is made', async () => {
  expect(await maria.make(monday(), 7)).toMatchObject({ status: 201, body: { version: 1 } })
})

test.each(['id', 'client_id'] as const)(
  'a cleared day, known by its %s, is planned again by who knows of it',
  async (key) => {
    const { body } = await maria.make(monday({ description: 'home' }))
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
      status: { theirs: null, yours: 'on_the_road', was: 'on_vacation', ...gregs() },
      description: { theirs: '', yours: 'Laredo', was: 'home', ...gregs() },
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

test('a description for a day that somebody cleared asks, also where it said nothing before', async () => {
  const { body } = await maria.make(monday())
  await clear(greg)
  const refused = await maria.patch(body.id, { description: 'Laredo' }, 1)
  expect(refused.status).toBe(412)
  expect(refused.body.conflicts).toEqual({ description: { theirs: '', yours: 'Laredo', was: '', ...gregs() } })
})

test('a description for a cleared day is for its person to decide about, also one that is taken off', async () => {
  const { body } = await maria.make(monday({ description: 'home' }))
  await clear(greg)
  const cleared = { ...body, status: null, description: '', version: 2 }
  const refusal = async (description: string, seen: number) => {
    const refused = await maria.patch(body.client_id, { description }, seen)
    expect(refused).toMatchObject({ status: 412, body: { current: cleared } })
    return refused.body.conflicts
  }
  expect(await refusal('', 1)).toEqual({ description: { theirs: '', yours: '', was: 'home', ...gregs() } })
  for (const seen of [2, 9]) {
    expect(await refusal('', seen)).toEqual({ description: { theirs: '', yours: '' } })
    expect(await refusal('Laredo', seen)).toEqual({ description: { theirs: '', yours: 'Laredo' } })
  }
  expect(await rowsOf(site, driver)).toEqual([cleared])
})

test('a description for a day that this person cleared asks, too: there is nothing that it could stand on', async () => {
  const { body } = await maria.make(monday())
  await clear(maria)
  const refused = await maria.patch(body.id, { description: 'Laredo' }, 1)
  expect(refused).toMatchObject({ status: 412, body: { conflicts: { description: { theirs: '', yours: 'Laredo' } } } })
})

test('a day that this person cleared on this device is planned again without a question', async () => {
  const { body } = await maria.make(monday())
  await clear(maria)
  expect(await maria.patch(body.id, { status: 'on_the_road' }, 1)).toMatchObject({ status: 200, body: { version: 3 } })
})
