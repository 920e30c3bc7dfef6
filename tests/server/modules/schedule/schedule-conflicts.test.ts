import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { scheduleDay } from '#contract/boards/schedule.ts'
import { conflictProblem } from '#contract/wire/problem.ts'
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
  type SentDayEdit,
  site,
  TUE,
  WED,
} from '#tests/support/yard/schedule.ts'

planningDesk()

const plan = (planner: Planner, ...days: SentDayEdit[]) => planner.setDays(driver, days)
/** A day that Greg planned: version 1. */
const gregsDay = (day: object = {}) => plan(greg, { date: MON, status: 'on_the_road', ...day })

/** The outcome of Maria's change of Monday: its conflicts, or the resulting day. */
async function outcomeOf(wish: object, by = maria) {
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
  'different values of two users for the %s of a day are a conflict; the same value is not',
  async (field, theirs, yours, was) => {
    await gregsDay({ description: 'home' })
    await plan(greg, { date: MON, [field]: theirs })
    expect(await outcomeOf({ seen: 1, [field]: yours })).toEqual({
      [`${MON}.${field}`]: { theirs, yours, was, ...gregsChange() },
    })
    expect(await outcomeOf({ seen: 1, [field]: theirs })).toMatch(/^2 /)
    expect(await outcomeOf({ seen: 2, [field]: yours })).toMatch(/^3 /)
  },
)

test('changes of different fields merge without a conflict', async () => {
  await gregsDay()
  await plan(greg, { date: MON, description: 'Laredo' })
  expect(await outcomeOf({ seen: 1, status: 'on_vacation' })).toBe('3 on_vacation Laredo')
})

test('without a seen version the last write wins', async () => {
  await gregsDay({ description: 'Laredo' })
  expect(await outcomeOf({ status: 'on_vacation' })).toBe('2 on_vacation Laredo')
  expect(await outcomeOf({ status: null })).toBe('3 cleared')
})

test('one conflicting day holds back all days of a request; the response has the conflicts by date and the current days', async () => {
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
    [`${TUE}.description`]: { theirs: 'Laredo', yours: 'home', was: '', ...gregsChange() },
    [`${WED}.status`]: { theirs: null, yours: 'on_vacation', was: 'on_the_road', ...gregsChange() },
  })
  expect(await rowsOf(site, driver)).toEqual(before)
})

test('a user who saw no plan conflicts with a day that another user has planned since, in every field that differs', async () => {
  await gregsDay()
  expect(await outcomeOf({ seen: 0, status: 'on_vacation', description: 'home' })).toEqual({
    [`${MON}.status`]: { theirs: 'on_the_road', yours: 'on_vacation', was: null, ...gregsChange() },
    [`${MON}.description`]: { theirs: '', yours: 'home', was: '', ...gregsChange() },
  })
  expect(await outcomeOf({ seen: 0, status: null })).toEqual({
    [`${MON}.status`]: { theirs: 'on_the_road', yours: null, was: null, ...gregsChange() },
  })
  expect(await outcomeOf({ seen: 0, status: 'on_the_road', description: '' })).toBe('1 on_the_road')
})

test('a user who saw no plan conflicts with a planned day that has no history', async () => {
  await planDay(site.db, { driver, date: MON, description: 'Laredo' })
  const conflicts = {
    [`${MON}.status`]: { theirs: 'on_the_road', yours: 'on_vacation', was: null },
    [`${MON}.description`]: { theirs: 'Laredo', yours: '', was: '' },
  }
  expect(await outcomeOf({ seen: 0, status: 'on_vacation', description: '' })).toEqual(conflicts)
  expect(await outcomeOf({ seen: 1, status: 'on_vacation' })).toBe('2 on_vacation Laredo')
})

test('a user’s own plan is not a conflict on the same device, but is on another device', async () => {
  expect(await outcomeOf({ seen: 0, status: 'on_the_road' })).toBe('1 on_the_road')
  expect(await outcomeOf({ seen: 0, status: 'on_vacation', description: 'home' })).toBe('2 on_vacation home')
  for (const other of [maria.onDevice(randomUUID()), maria.onDevice(null)]) {
    expect(await outcomeOf({ seen: 0, status: 'firing_process' }, other)).toHaveProperty([`${MON}.status`, 'by', 'id'])
  }
  await plan(greg, { date: MON, description: 'Laredo' })
  expect(await outcomeOf({ seen: 0, status: 'firing_process' })).toBe('4 firing_process Laredo')
  expect(await outcomeOf({ seen: 0, description: 'home' })).toEqual({
    [`${MON}.description`]: { theirs: 'Laredo', yours: 'home', was: 'home', ...gregsChange() },
  })
})

test('planning an empty day is not a conflict for a user who saw it empty, whatever was planned in between', async () => {
  await gregsDay({ description: 'Laredo' })
  await plan(greg, { date: MON, status: null })
  expect(await outcomeOf({ seen: 0, status: 'on_vacation' })).toBe('3 on_vacation')
  await plan(greg, { date: MON, status: null })
  await plan(greg, { date: MON, status: 'on_the_road' })
  await plan(greg, { date: MON, status: null })
  expect(await outcomeOf({ seen: 4, status: 'on_vacation' })).toBe('7 on_vacation')
})

test('a change of a day that another user has cleared since is a conflict; clearing it too is not', async () => {
  await gregsDay()
  await plan(greg, { date: MON, status: null })
  expect(await outcomeOf({ seen: 1, status: 'on_vacation', description: 'home' })).toEqual({
    [`${MON}.status`]: { theirs: null, yours: 'on_vacation', was: 'on_the_road', ...gregsChange() },
    [`${MON}.description`]: { theirs: '', yours: 'home', was: '', ...gregsChange() },
  })
  expect(await outcomeOf({ seen: 1, description: 'home' })).toEqual({
    [`${MON}.description`]: { theirs: '', yours: 'home', was: '', ...gregsChange() },
  })
  expect(await outcomeOf({ seen: 1, status: null })).toBe('2 cleared')
  expect(await outcomeOf({ seen: 2, status: 'on_vacation' })).toBe('3 on_vacation')
})

test.each([null, 1])(
  'a description for a plan that was cleared or never arrived is a conflict (seen: %s)',
  async (seen) => {
    if (seen) await gregsDay()
    await plan(greg, { date: MON, status: null })
    const refused = await plan(maria, { date: MON, seen, description: 'Toledo' })
    expect([refused.status, refused.body.current]).toEqual([412, []])
    const conflicts = { [`${MON}.description`]: expect.objectContaining({ theirs: '', yours: 'Toledo' }) }
    expect(refused.body.conflicts).toMatchObject(conflicts)
    expect(await outcomeOf({ seen, description: '' })).toMatch(/cleared$/)
    expect(await outcomeOf({ seen: 0, status: 'on_the_road', description: 'Toledo' })).toMatch(/on_the_road Toledo$/)
  },
)

test('a description for a day that was seen empty needs a status', async () => {
  for (const seen of [0, undefined]) {
    const refused = await plan(maria, { date: MON, seen, description: 'Toledo' })
    const description = ['Nothing is planned on this day. Choose a status too.']
    expect([refused.status, refused.body]).toEqual([400, { days: { 0: { description } } }])
  }
})

test('clearing a day that another user has changed since is a conflict', async () => {
  await gregsDay({ description: 'Laredo' })
  await plan(greg, { date: MON, description: 'Joliet' })
  expect(await outcomeOf({ seen: 1, status: null })).toEqual({
    [`${MON}.description`]: { theirs: 'Joliet', yours: '', was: 'Laredo', ...gregsChange() },
  })
})

test('a day that the user cleared on this device can be planned again without a conflict', async () => {
  await gregsDay({ description: 'Laredo' })
  expect(await outcomeOf({ seen: 1, status: null })).toBe('2 cleared')
  expect(await outcomeOf({ seen: 1, status: 'on_vacation' })).toBe('3 on_vacation')
  expect(await outcomeOf({ seen: 1, status: null })).toBe('4 cleared')
  // A description alone does not plan the day again.
  expect(await outcomeOf({ seen: 1, description: 'home' })).toEqual({
    [`${MON}.description`]: { theirs: '', yours: 'home' },
  })
})

test('a day that the user cleared and planned again on this device counts as seen', async () => {
  await gregsDay()
  await plan(greg, { date: MON, status: 'firing_process' })
  await plan(maria, { date: MON, status: null })
  await plan(maria, { date: MON, status: 'on_vacation' })
  expect(await outcomeOf({ seen: 1, description: 'home' })).toBe('5 on_vacation home')
})

test('a day that another user cleared and planned again is a different day: its description conflicts too', async () => {
  await gregsDay()
  await plan(greg, { date: MON, status: null })
  await plan(greg, { date: MON, status: 'firing_process' })
  expect(await outcomeOf({ seen: 1, description: 'home' })).toEqual({
    [`${MON}.description`]: { theirs: '', yours: 'home', was: '', ...gregsChange() },
  })
  expect(await outcomeOf({ seen: 2, status: 'on_vacation' })).toEqual({
    [`${MON}.status`]: { theirs: 'firing_process', yours: 'on_vacation', was: null, ...gregsChange() },
  })
})

test('a seen version that never existed makes every different value a conflict', async () => {
  await gregsDay()
  expect(await outcomeOf({ seen: 9, status: 'on_the_road' })).toBe('1 on_the_road')
  expect(await outcomeOf({ seen: 9, status: 'on_vacation' })).toEqual({
    [`${MON}.status`]: { theirs: 'on_the_road', yours: 'on_vacation' },
  })
  const nothing = await plan(maria, { date: TUE, seen: 2 ** 40, status: 'on_vacation' })
  expect(nothing).toMatchObject({ status: 412, body: { current: [] } })
  expect(nothing.body.conflicts).toEqual({ [`${TUE}.status`]: { theirs: null, yours: 'on_vacation' } })
})

test('a bulk edit skips the excepted days, and stores the client ids of the others', async () => {
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

test('a bulk edit conflicts with other users’ changes since the seen versions, and is all or nothing', async () => {
  await gregsDay({ description: 'Laredo' })
  await plan(greg, { date: MON, status: 'firing_process' }, { date: WED, status: 'on_the_road' })
  const range = { driver_id: driver, status: 'on_vacation', date_from: MON, date_to: WED }
  const refused = await maria.bulk({ ...range, seen: { [MON]: 1, [TUE]: 0, [WED]: 1 } })
  expect(refused).toMatchObject({ status: 412, body: { current: [{ date: MON }, { date: WED }] } })
  expect(refused.body.conflicts).toEqual({
    [`${MON}.status`]: { theirs: 'firing_process', yours: 'on_vacation', was: 'on_the_road', ...gregsChange() },
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

test('a second change, made before the response to the first one arrived, is not a conflict', async () => {
  await gregsDay()
  await plan(greg, { date: MON, status: null })
  expect(await outcomeOf({ seen: 0, status: 'on_vacation' })).toBe('3 on_vacation')
  // Sent without a version: the response to the first change has not arrived yet.
  expect(await outcomeOf({ seen: null, status: 'firing_process' })).toBe('4 firing_process')
})

test('a change made before the response arrived is a conflict if another user has cleared the day meanwhile', async () => {
  await plan(maria, { date: MON, status: 'on_vacation' })
  await plan(greg, { date: MON, status: null })
  expect(await outcomeOf({ seen: null, status: 'firing_process' })).toMatchObject({
    [`${MON}.status`]: { theirs: null, yours: 'firing_process', was: 'on_vacation' },
  })
})
