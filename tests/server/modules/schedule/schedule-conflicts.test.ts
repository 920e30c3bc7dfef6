import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { scheduleDay } from '#contract/boards/schedule.ts'
import { conflictProblem } from '#contract/wire/problem.ts'
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
  type SentWish,
  site,
  TUE,
  WED,
} from '#tests/support/yard/schedule.ts'

planningDesk()

const plan = (planner: Planner, ...days: SentWish[]) => planner.setDays(driver, days)
/** A day that Greg made: version 1. */
const gregsDay = (day: object = {}) => plan(greg, { date: MON, status: 'on_the_road', ...day })

/** What Maria's wish for Monday comes to: its conflicts, or the day as it is then. */
async function wished(wish: object, by = maria) {
  const { status, body } = await plan(by, { date: MON, ...wish })
  if (status === 412) return conflictProblem.parse(body).conflicts
  expect(status).toBe(200)
  const [day] = body.days
  return day ? `${day.version} ${day.status} ${day.description}`.trim() : `${body.cleared[0]?.version ?? 0} cleared`
}

test.each([
  ['status', 'firing_process', 'on_vacation', 'on_the_road'],
  ['description', 'Laredo', 'Joliet', 'home'],
] as const)(
  'two people who change the %s of a day otherwise meet, and those who mean the same do not',
  async (field, theirs, yours, was) => {
    await gregsDay({ description: 'home' })
    await plan(greg, { date: MON, [field]: theirs })
    expect(await wished({ seen: 1, [field]: yours })).toEqual({
      [`${MON}.${field}`]: { theirs, yours, was, ...gregs() },
    })
    expect(await wished({ seen: 1, [field]: theirs })).toMatch(/^2 /)
    expect(await wished({ seen: 2, [field]: yours })).toMatch(/^3 /)
  },
)

test('changes of different fields are merged without a question', async () => {
  await gregsDay()
  await plan(greg, { date: MON, description: 'Laredo' })
  expect(await wished({ seen: 1, status: 'on_vacation' })).toBe('3 on_vacation Laredo')
})

test('without a version that was seen the last write wins', async () => {
  await gregsDay({ description: 'Laredo' })
  expect(await wished({ status: 'on_vacation' })).toBe('2 on_vacation Laredo')
  expect(await wished({ status: null })).toBe('3 cleared')
})

test('one day in conflict holds all back: the conflicts by date, and the days as they are', async () => {
  await plan(
    greg,
    { date: MON, status: 'on_the_road' },
    { date: TUE, status: 'on_the_road', description: 'Laredo' },
    { date: WED, status: 'on_the_road' },
  )
  await plan(greg, { date: WED, status: null })
  const before = await rowsOf(site, driver)
  const refused = await plan(
    maria,
    { date: MON, seen: 1, status: 'on_vacation' },
    { date: TUE, seen: 0, status: 'on_the_road', description: 'home' },
    { date: WED, seen: 1, status: 'on_vacation' },
    { date: '2026-11-26', seen: 0, status: 'on_vacation' },
  )
  expect(refused).toMatchObject({ status: 412, body: { detail: expect.any(String) } })
  expect(refused.body.current.map((day: unknown) => scheduleDay.parse(day))).toEqual(before.slice(0, 2))
  expect(refused.body.conflicts).toEqual({
    [`${TUE}.description`]: { theirs: 'Laredo', yours: 'home', was: '', ...gregs() },
    [`${WED}.status`]: { theirs: null, yours: 'on_vacation', was: 'on_the_road', ...gregs() },
  })
  expect(await rowsOf(site, driver)).toEqual(before)
})

test('who saw nothing meets a day that somebody made meanwhile, in all that differs', async () => {
  await gregsDay()
  expect(await wished({ seen: 0, status: 'on_vacation', description: 'home' })).toEqual({
    [`${MON}.status`]: { theirs: 'on_the_road', yours: 'on_vacation', was: null, ...gregs() },
    [`${MON}.description`]: { theirs: '', yours: 'home', was: '', ...gregs() },
  })
  expect(await wished({ seen: 0, status: null })).toEqual({
    [`${MON}.status`]: { theirs: 'on_the_road', yours: null, was: null, ...gregs() },
  })
  expect(await wished({ seen: 0, status: 'on_the_road', description: '' })).toBe('1 on_the_road')
})

test('who saw nothing meets a day of which nobody knows who made it', async () => {
  await planDay(site.db, { driver, date: MON, description: 'Laredo' })
  const conflicts = {
    [`${MON}.status`]: { theirs: 'on_the_road', yours: 'on_vacation', was: null },
    [`${MON}.description`]: { theirs: 'Laredo', yours: '', was: '' },
  }
  expect(await wished({ seen: 0, status: 'on_vacation', description: '' })).toEqual(conflicts)
  expect(await wished({ seen: 1, status: 'on_vacation' })).toBe('2 on_vacation Laredo')
})

test('what a person planned on this device is no news there, but is on their other device', async () => {
  expect(await wished({ seen: 0, status: 'on_the_road' })).toBe('1 on_the_road')
  expect(await wished({ seen: 0, status: 'on_vacation', description: 'home' })).toBe('2 on_vacation home')
  for (const other of [maria.at(randomUUID()), maria.at(null)]) {
    expect(await wished({ seen: 0, status: 'firing_process' }, other)).toHaveProperty([`${MON}.status`, 'by', 'id'])
  }
  await plan(greg, { date: MON, description: 'Laredo' })
  expect(await wished({ seen: 0, status: 'firing_process' })).toBe('4 firing_process Laredo')
  expect(await wished({ seen: 0, description: 'home' })).toEqual({
    [`${MON}.description`]: { theirs: 'Laredo', yours: 'home', was: 'home', ...gregs() },
  })
})

test('nothing seen and nothing there is no conflict, whatever stood there in between', async () => {
  await gregsDay({ description: 'Laredo' })
  await plan(greg, { date: MON, status: null })
  expect(await wished({ seen: 0, status: 'on_vacation' })).toBe('3 on_vacation')
  await plan(greg, { date: MON, status: null })
  await plan(greg, { date: MON, status: 'on_the_road' })
  await plan(greg, { date: MON, status: null })
  expect(await wished({ seen: 4, status: 'on_vacation' })).toBe('7 on_vacation')
})

test('a wish for a day that somebody has cleared since asks, to clear it too does not', async () => {
  await gregsDay()
  await plan(greg, { date: MON, status: null })
  expect(await wished({ seen: 1, status: 'on_vacation', description: 'home' })).toEqual({
    [`${MON}.status`]: { theirs: null, yours: 'on_vacation', was: 'on_the_road', ...gregs() },
    [`${MON}.description`]: { theirs: '', yours: 'home', was: '', ...gregs() },
  })
  expect(await wished({ seen: 1, description: 'home' })).toEqual({
    [`${MON}.description`]: { theirs: '', yours: 'home', was: '', ...gregs() },
  })
  expect(await wished({ seen: 1, status: null })).toBe('2 cleared')
  expect(await wished({ seen: 2, status: 'on_vacation' })).toBe('3 on_vacation')
})

test.each([null, 1])('a description upon a plan that is gone or never came here asks (seen: %s)', async (seen) => {
  if (seen) await gregsDay()
  await plan(greg, { date: MON, status: null })
  const asked = await plan(maria, { date: MON, seen, description: 'Toledo' })
  expect([asked.status, asked.body.current]).toEqual([412, []])
  const conflicts = { [`${MON}.description`]: expect.objectContaining({ theirs: '', yours: 'Toledo' }) }
  expect(asked.body.conflicts).toMatchObject(conflicts)
  expect(await wished({ seen, description: '' })).toMatch(/cleared$/)
  expect(await wished({ seen: 0, status: 'on_the_road', description: 'Toledo' })).toMatch(/on_the_road Toledo$/)
})

test('a description where no plan was seen needs a status', async () => {
  for (const seen of [0, undefined]) {
    const refused = await plan(maria, { date: MON, seen, description: 'Toledo' })
    const description = ['Nothing is planned on this day. Choose a status too.']
    expect([refused.status, refused.body]).toEqual([400, { days: { 0: { description } } }])
  }
})

test('to clear a day that somebody has changed since asks', async () => {
  await gregsDay({ description: 'Laredo' })
  await plan(greg, { date: MON, description: 'Joliet' })
  expect(await wished({ seen: 1, status: null })).toEqual({
    [`${MON}.description`]: { theirs: 'Joliet', yours: '', was: 'Laredo', ...gregs() },
  })
})

test('what a person cleared on this device is planned again there without a question', async () => {
  await gregsDay({ description: 'Laredo' })
  expect(await wished({ seen: 1, status: null })).toBe('2 cleared')
  expect(await wished({ seen: 1, status: 'on_vacation' })).toBe('3 on_vacation')
  expect(await wished({ seen: 1, status: null })).toBe('4 cleared')
  // A description alone does not say how the day is to be planned.
  expect(await wished({ seen: 1, description: 'home' })).toEqual({
    [`${MON}.description`]: { theirs: '', yours: 'home' },
  })
})

test('a day that its person cleared and planned anew on this device is the one they know', async () => {
  await gregsDay()
  await plan(greg, { date: MON, status: 'firing_process' })
  await plan(maria, { date: MON, status: null })
  await plan(maria, { date: MON, status: 'on_vacation' })
  expect(await wished({ seen: 1, description: 'home' })).toBe('5 on_vacation home')
})

test('a day that others cleared and planned anew is another one: its description is asked about too', async () => {
  await gregsDay()
  await plan(greg, { date: MON, status: null })
  await plan(greg, { date: MON, status: 'firing_process' })
  expect(await wished({ seen: 1, description: 'home' })).toEqual({
    [`${MON}.description`]: { theirs: '', yours: 'home', was: '', ...gregs() },
  })
  expect(await wished({ seen: 2, status: 'on_vacation' })).toEqual({
    [`${MON}.status`]: { theirs: 'firing_process', yours: 'on_vacation', was: null, ...gregs() },
  })
})

test('a version that was never given makes the person decide about what differs', async () => {
  await gregsDay()
  expect(await wished({ seen: 9, status: 'on_the_road' })).toBe('1 on_the_road')
  expect(await wished({ seen: 9, status: 'on_vacation' })).toEqual({
    [`${MON}.status`]: { theirs: 'on_the_road', yours: 'on_vacation' },
  })
  const nothing = await plan(maria, { date: TUE, seen: 2 ** 40, status: 'on_vacation' })
  expect(nothing).toMatchObject({ status: 412, body: { current: [] } })
  expect(nothing.body.conflicts).toEqual({ [`${TUE}.status`]: { theirs: null, yours: 'on_vacation' } })
})

test('a bulk edit leaves out the excepted days, and makes names for days that have none', async () => {
  const excepted = await planDay(site.db, { driver, date: TUE, description: 'Laredo' })
  const names = { [TUE]: randomUUID(), [WED]: randomUUID() }
  const range = { driver_id: driver, status: 'on_vacation', date_from: MON, date_to: WED, client_ids: names }
  const { status, body } = await maria.bulk({ ...range, except: [TUE, '2027-01-01'] })
  expect(status).toBe(200)
  expect(body).toMatchObject([
    { date: MON, status: 'on_vacation', version: 1, client_id: null },
    { date: WED, status: 'on_vacation', version: 1, client_id: names[WED] },
  ])
  expect((await rowsOf(site, driver))[1]).toMatchObject({ status: 'on_the_road', version: 1, client_id: null })
  expect(await historyOf(site, excepted)).toEqual([])
  expect(await maria.bulk({ ...range, except: [MON, TUE, WED] })).toMatchObject({
    status: 400,
    body: { except: [expect.any(String)] },
  })
  await plan(maria, { date: TUE, status: null })
  expect((await maria.bulk({ ...range, except: [TUE] })).body).toMatchObject([{ date: MON }, { date: WED }])
})

test('a bulk edit meets what others changed of the days that were seen, all or nothing', async () => {
  await gregsDay({ description: 'Laredo' })
  await plan(greg, { date: MON, status: 'firing_process' }, { date: WED, status: 'on_the_road' })
  const range = { driver_id: driver, status: 'on_vacation', date_from: MON, date_to: WED }
  const refused = await maria.bulk({ ...range, seen: { [MON]: 1, [TUE]: 0, [WED]: 1 } })
  expect(refused).toMatchObject({ status: 412, body: { current: [{ date: MON }, { date: WED }] } })
  expect(refused.body.conflicts).toEqual({
    [`${MON}.status`]: { theirs: 'firing_process', yours: 'on_vacation', was: 'on_the_road', ...gregs() },
  })
  expect(await rowsOf(site, driver)).toHaveLength(2)
  const settled = await maria.bulk({ ...range, seen: { [TUE]: 0, [WED]: 1 }, except: [MON] })
  expect(settled.body).toMatchObject([
    { date: TUE, status: 'on_vacation', version: 1 },
    { date: WED, status: 'on_vacation', version: 2 },
  ])
  expect((await maria.bulk({ ...range, seen: { [MON]: -1 } })).body).toHaveProperty(['seen', MON])
  expect((await maria.bulk({ ...range, seen: { monday: 1 } })).body).toHaveProperty('seen')
  expect((await maria.bulk({ ...range, except: ['monday'] })).body).toHaveProperty('except')
})

test('who has planned a day since knows what stood there before, and is not asked about it', async () => {
  await gregsDay()
  await plan(greg, { date: MON, status: null })
  expect(await wished({ seen: 0, status: 'on_vacation' })).toBe('3 on_vacation')
  // Made before the answer to the former was there.
  expect(await wished({ seen: null, status: 'firing_process' })).toBe('4 firing_process')
})

test('a day of one’s own that somebody has cleared is not planned again unasked by a change made before', async () => {
  await plan(maria, { date: MON, status: 'on_vacation' })
  await plan(greg, { date: MON, status: null })
  expect(await wished({ seen: null, status: 'firing_process' })).toMatchObject({
    [`${MON}.status`]: { theirs: null, yours: 'firing_process', was: 'on_vacation' },
  })
})
