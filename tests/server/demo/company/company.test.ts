import { describe, expect, test } from 'vitest'
import { MAX_DESCRIPTION } from '#contract/boards/schedule.ts'
import { AREAS } from '#contract/wire/access.ts'
import { sortName } from '#contract/wire/people.ts'
import { demoCompany } from '#server/demo/company/company.ts'
import { DEMO_ACCOUNTS, permissionIds } from '#server/demo/company/demo-accounts.ts'

const TODAY = '2026-11-21'
const company = demoCompany(60, TODAY)
const days = [...company.days()]
const duplicates = (values: readonly (string | number)[]) =>
  values.filter((value, index) => values.indexOf(value) !== index)
const weekdayAfter = (count: number) => new Date(Date.parse(TODAY) + count * 86_400_000).toISOString().slice(0, 10)

describe('the demo company', () => {
  test('is the same every time for the same day, and differs for another carrier', () => {
    const anyFunction = expect.any(Function)
    const generators = Object.entries(company).filter(([, value]) => typeof value === 'function')
    const anyGenerators = Object.fromEntries(generators.map(([name]) => [name, anyFunction]))
    expect(demoCompany(60, TODAY)).toEqual({ ...company, ...anyGenerators })
    expect([...demoCompany(60, TODAY).days()]).toEqual(days)
    expect(demoCompany(60, TODAY, 'another carrier').users).not.toEqual(company.users)
  })

  test('keeps its people, statuses and units on another day', () => {
    const later = demoCompany(60, '2027-03-03')
    expect(later.users).toEqual(company.users)
    expect(later.drivers.map((driver) => driver.status)).toEqual(company.drivers.map((driver) => driver.status))
    expect(later.units.map((unit) => [unit.id, unit.driver_id])).toEqual(
      company.units.map((unit) => [unit.id, unit.driver_id]),
    )
  })

  test('has 60 drivers, 6 dispatchers, 55 trucks, 70 trailers', () => {
    const ofKind = (kind: string) => company.units.filter((unit) => unit.kind === kind).length
    expect([company.drivers.length, company.dispatchers.length, ofKind('truck'), ofKind('trailer')]).toEqual([
      60, 6, 55, 70,
    ])
  })

  test.each([1, 2, 7, 240])('can be generated with %i drivers', (count) => {
    const other = demoCompany(count, TODAY)
    expect(other.drivers).toHaveLength(count)
    expect(other.dispatchers).toHaveLength(Math.max(1, Math.round(count / 10)))
    expect([...other.days()].length).toBeGreaterThan(count * 20)
  })
})

describe('people', () => {
  test('have unique ids, e-mail addresses and names, and fictional phone numbers', () => {
    expect(company.users.map((user) => user.id)).toEqual(company.users.map((_, index) => index + 1))
    expect(duplicates(company.users.map((user) => user.email))).toEqual([])
    expect(duplicates(company.users.map((user) => `${user.first_name} ${user.last_name}`))).toEqual([])
    for (const user of company.users) {
      expect(user.email).toMatch(/^[a-z.]+\d*@haulyard\.example$/)
      expect(user.phone).toMatch(/^\(\d{3}\) 555-01\d\d$/)
      expect(user.sort_name).toBe(sortName(user))
    }
  })

  test('have unique e-mail addresses even with 5,000 drivers', () => {
    const emails = demoCompany(5000, TODAY).users.map((user) => user.email)
    expect(new Set(emails).size).toBe(emails.length)
  })

  test('include four who can sign in, each with exactly the permissions of the account', () => {
    const held = company.users
      .filter((user) => user.may_sign_in)
      .map((user) => [user.email, user.role, user.permissions])
    expect(new Map(held.map(([email, ...rest]) => [email, rest]))).toEqual(
      new Map<unknown, unknown>([
        ['admin@haulyard.example', ['administrator', []]],
        ['dispatcher@haulyard.example', ['dispatcher', [1, 2, 3, 4, 5, 6, 9, 11]]],
        ['manager@haulyard.example', ['fleet_manager', [3, 5, 7, 8, 9, 10, 11, 12]]],
        ['driver@haulyard.example', ['driver', [5]]],
      ]),
    )
    expect(DEMO_ACCOUNTS.map((account) => account.email).sort()).toEqual(held.map(([email]) => email).sort())
  })

  test('have permission ids 2n + 1 for view and 2n + 2 for edit of area n', () => {
    expect(permissionIds({ view: AREAS, edit: [] })).toEqual([1, 3, 5, 7, 9, 11])
    expect(permissionIds({ view: [], edit: AREAS })).toEqual([2, 4, 6, 8, 10, 12])
  })

  test('include a demo driver who is on the road for the demo dispatcher, with truck and trailer', () => {
    const idOf = (email: string) => company.users.find((user) => user.email === email)?.id
    const driver = company.drivers.find((one) => one.user_id === idOf('driver@haulyard.example'))
    const dispatcher = company.dispatchers.find((one) => one.user_id === idOf('dispatcher@haulyard.example'))
    expect(driver).toMatchObject({ status: 'on_the_road', dispatcher_id: dispatcher?.id })
    expect(company.units.filter((unit) => unit.driver_id === driver?.id).map((unit) => unit.kind)).toEqual([
      'truck',
      'trailer',
    ])
  })
})

describe('drivers and dispatchers', () => {
  test('only working dispatchers lead drivers', () => {
    const working = new Set(company.dispatchers.filter((one) => one.status === 'working').map((one) => one.id))
    expect(working.size).toBe(5)
    for (const driver of company.drivers)
      expect(driver.dispatcher_id === null || working.has(driver.dispatcher_id)).toBe(true)
  })

  test('every duty status occurs, and a few drivers have no dispatcher or no truck', () => {
    expect(new Set(company.drivers.map((driver) => driver.status)).size).toBe(5)
    expect(company.drivers.filter((driver) => driver.dispatcher_id === null).length).toBeGreaterThan(1)
    const inTrucks = new Set(company.units.filter((unit) => unit.kind === 'truck').map((unit) => unit.driver_id))
    expect(company.drivers.filter((driver) => !inTrucks.has(driver.id)).length).toBeGreaterThan(3)
  })

  test('some papers expire within a month, and a few have expired', () => {
    const papers = company.drivers.flatMap((driver) => [driver.med_expire, driver.cdl_expire])
    expect(papers.filter((date) => date < TODAY).length).toBeGreaterThan(0)
    expect(papers.filter((date) => date < TODAY).length).toBeLessThan(9)
    expect(papers.filter((date) => date >= TODAY && date < weekdayAfter(30)).length).toBeGreaterThan(3)
  })

  test('company drivers are paid by the mile, the others a percentage', () => {
    for (const driver of company.drivers) {
      const rate = Number(driver.rate)
      if (driver.position === 'company_driver') expect(rate >= 52 && rate <= 68).toBe(true)
      else expect(rate >= 65 && rate <= 92).toBe(true)
    }
  })
})

describe('units', () => {
  test('are assigned exactly when they have a driver, and each driver has at most one of a kind', () => {
    for (const unit of company.units) expect(unit.status === 'assigned').toBe(unit.driver_id !== null)
    const held = company.units.filter((unit) => unit.driver_id !== null).map((unit) => `${unit.kind} ${unit.driver_id}`)
    expect(duplicates(held)).toEqual([])
  })

  test('include a truck for every driver on the road', () => {
    const inTrucks = new Set(company.units.filter((unit) => unit.kind === 'truck').map((unit) => unit.driver_id))
    const out = company.drivers.filter((driver) => driver.status === 'on_the_road')
    expect(out.filter((driver) => !inTrucks.has(driver.id))).toEqual([])
  })

  test('have unique ids: a truck its unit number, trailers TL-1001 upward', () => {
    expect(duplicates(company.units.map((unit) => unit.id))).toEqual([])
    for (const unit of company.units) if (unit.kind === 'truck') expect(unit.id).toBe(unit.unit_number)
    const trailers = company.units.filter((unit) => unit.kind === 'trailer').map((unit) => unit.id)
    expect(trailers).toEqual(trailers.map((_, index) => `TL-${1001 + index}`))
  })

  test('have unique plates, transponders and Motive ids', () => {
    const trucks = company.units.filter((unit) => unit.kind === 'truck')
    expect(duplicates(trucks.map((unit) => unit.licence_plate ?? 'none'))).toEqual([])
    expect(duplicates(trucks.map((unit) => unit.transponder_id ?? 'none'))).toEqual([])
    expect(duplicates(company.units.map((unit) => unit.gomotive_id))).toEqual([])
  })

  test('have the dispatcher of their driver', () => {
    const dispatcherOf = new Map(company.drivers.map((driver) => [driver.id, driver.dispatcher_id]))
    for (const unit of company.units) {
      expect(unit.dispatcher_id).toBe(unit.driver_id === null ? null : dispatcherOf.get(unit.driver_id))
    }
  })
})

describe('the schedule', () => {
  test('covers 26 weeks, from the Sunday 22 weeks ago to the Saturday three weeks ahead', () => {
    const dates = days.map((day) => day.date).sort()
    expect([dates[0], dates.at(-1)]).toEqual(['2026-06-14', '2026-12-12'])
  })

  test('has each day of a driver once, and ids without gaps', () => {
    expect(new Set(days.map((day) => `${day.driver_id} ${day.date}`)).size).toBe(days.length)
    expect(days.map((day) => day.id)).toEqual(days.map((_, index) => index + 1))
  })

  test('has the driver’s current status on today’s day', () => {
    const today = new Map(days.filter((day) => day.date === TODAY).map((day) => [day.driver_id, day.status]))
    expect(today).toEqual(new Map(company.drivers.map((driver) => [driver.id, driver.status])))
  })

  test('shows the driver’s status from the day on which the status began', () => {
    const statusOn = new Map(days.map((day) => [`${day.driver_id} ${day.date}`, day.status]))
    const before = (date: string) => new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10)
    for (const driver of company.drivers) {
      expect(statusOn.get(`${driver.id} ${driver.status_date_from}`)).toBe(driver.status)
      expect(statusOn.get(`${driver.id} ${before(driver.status_date_from)}`)).not.toBe(driver.status)
      expect(driver.status_date_to === null || driver.status_date_to >= TODAY).toBe(true)
    }
  })

  test('has every past day of a settled driver, and few days more than two weeks ahead', () => {
    const settled = days.filter((day) => day.driver_id === 1)
    expect(settled.filter((day) => day.date <= TODAY)).toHaveLength(22 * 7 + 7)
    expect(settled.filter((day) => day.date > weekdayAfter(13)).length).toBeLessThan(7)
  })

  test('has short, readable notes on most days', () => {
    expect(Math.max(...days.map((day) => day.description.length))).toBeLessThan(Math.min(100, MAX_DESCRIPTION))
    expect(days.filter((day) => /undefined|NaN|\[object|null/.test(day.description))).toEqual([])
    const noted = days.filter((day) => day.description !== '').length / days.length
    expect(noted).toBeGreaterThan(0.7)
    expect(noted).toBeLessThan(0.95)
  })

  test('plans no waiting at a dock or in the shop, except for drivers who are waiting today', () => {
    const ahead = days.filter((day) => day.date > TODAY && day.status === 'detention__layover')
    const surprises = ahead.filter((day) => /dock|Detention|shop|tire|APU|Refused/.test(day.description))
    const waitsToday = new Set(
      days.filter((day) => day.date === TODAY && day.status === 'detention__layover').map((day) => day.driver_id),
    )
    expect(surprises.filter((day) => !waitsToday.has(day.driver_id))).toEqual([])
    expect(ahead.length).toBeGreaterThan(0)
  })

  test('changes a settled driver’s status only after several days on average', () => {
    const runs = company.drivers.map((driver) => {
      const own = days.filter((day) => day.driver_id === driver.id && day.date <= TODAY).map((day) => day.status)
      return own.length / (1 + own.filter((status, index) => index > 0 && status !== own[index - 1]).length)
    })
    const settled = runs.filter((_, index) => company.drivers[index]?.stage === 'settled')
    expect(Math.min(...settled)).toBeGreaterThan(1.5)
    expect(settled.reduce((sum, length) => sum + length, 0) / settled.length).toBeGreaterThan(2.5)
  })
})
