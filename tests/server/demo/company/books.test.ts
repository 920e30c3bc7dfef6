import { describe, expect, test } from 'vitest'
import { demoCompany } from '#server/demo/company/company.ts'
import { roadMiles, tripDays } from '#server/demo/days/trip-miles.ts'
import { milesByDay } from '#server/demo/days/trips.ts'
import { CITIES } from '#server/demo/roads/freight-map.ts'

const TODAY = '2026-11-21'
const FIRST = '2026-05-24'
const company = demoCompany(60, TODAY)
const [miles, bought, revenue] = [[...company.miles()], [...company.fuel()], [...company.revenue()]]
const fuel = bought.filter((row) => row.product === 'diesel')
const cooling = bought.filter((row) => row.product === 'reefer')
const tolls = [...company.tolls()]
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
const settled = company.drivers.filter((driver) => driver.stage === 'settled')

describe('the books of the demo company', () => {
  test('are the same every time for the same day; for another day only the dates move', () => {
    const again = demoCompany(60, TODAY)
    expect([[...again.miles()], [...again.fuel()], [...again.revenue()]]).toEqual([miles, bought, revenue])
    expect([...again.tolls()]).toEqual(tolls)
    const later = [...demoCompany(60, '2027-03-03').fuel()]
    expect(later.map(({ date, ...rest }) => rest)).toEqual(bought.map(({ date, ...rest }) => rest))
    expect(later[0]?.date).not.toBe(fuel[0]?.date)
  })

  test('begin 26 weeks ago and end today', () => {
    for (const rows of [miles, fuel, revenue]) {
      const dates = rows.map(({ date }) => date).sort()
      expect(dates[0]).toBe(FIRST)
      expect(dates.at(-1)).toBe(TODAY)
    }
  })

  test('contain the miles of each driver by day, and these add up to the driver’s own miles', () => {
    expect(new Set(miles.map((row) => `${row.driver_id} ${row.date}`)).size).toBe(miles.length)
    expect(Math.max(...miles.map((row) => row.miles))).toBeLessThanOrEqual(650)
    expect(Math.min(...miles.map((row) => row.miles))).toBeGreaterThan(0)
    for (const driver of company.drivers) {
      const own = sum(miles.filter((row) => row.driver_id === driver.id).map((row) => row.miles))
      expect(driver.miles_driven - own).toBeGreaterThanOrEqual(-0.0001)
      expect(driver.miles_driven - own).toBeLessThan(0.1)
    }
    const aWeek = sum(miles.map((row) => row.miles)) / settled.length / 26
    expect(aWeek).toBeGreaterThan(1500)
    expect(aWeek).toBeLessThan(2800)
  })

  test('have miles only on days on which the driver was on the road', () => {
    const status = new Map([...company.days()].map((day) => [`${day.driver_id} ${day.date}`, day.status]))
    const known = miles.filter((row) => row.date >= '2026-06-14')
    expect(known.length).toBeGreaterThan(3000)
    for (const row of known) expect(status.get(`${row.driver_id} ${row.date}`)).toBe('on_the_road')
  })

  test('spread the miles of any trip over its days, at most 650 a day', () => {
    for (const from of CITIES) {
      for (const to of CITIES.filter((other) => other !== from)) {
        const whole = roadMiles(from, to)
        const trip = { occasion: 'haul', status: 'on_the_road', from: 0, to: tripDays(from, to) - 1 } as const
        const days = milesByDay({ ...trip, origin: from, destination: to, miles: whole })
        expect(days).toHaveLength(tripDays(from, to))
        expect(sum(days)).toBeCloseTo(whole, 5)
        expect(Math.max(...days)).toBeLessThanOrEqual(650)
      }
    }
  })

  test('have as much fuel as the miles need, at current prices, bought with the driver’s card', () => {
    const cards = new Map(company.drivers.map((driver) => [driver.id, driver.pilot_flying_j_driver]))
    for (const row of fuel) {
      expect(cards.get(row.driver_id)).not.toBeNull()
      expect(row.gallons >= 80 && row.gallons <= 150).toBe(true)
      const price = row.amount / row.gallons
      expect(price > 2.7 && price < 4.3, `${price}`).toBe(true)
      expect(row.amount).toBe(Math.round(row.amount * 100) / 100)
      expect(row.site).toMatch(/^[A-Z][\w ]+ Travel Center, [\w. ]+ [A-Z]{2}$/)
      expect(row.site).not.toMatch(/Pilot|Flying|Love|Petro|\bTA\b|QuikTrip|Kwik/)
    }
    const milesAGallon = sum(miles.map((row) => row.miles)) / sum(fuel.map((row) => row.gallons))
    expect(milesAGallon).toBeGreaterThan(6)
    expect(milesAGallon).toBeLessThan(7.6)
    expect(new Set(fuel.map((row) => row.source_key)).size).toBe(fuel.length)
    expect(fuel.map((row) => row.id)).toEqual(fuel.map((_, index) => index + 1))
  })

  test('have about two dollars of revenue a mile, for the driver’s dispatcher', () => {
    const leads = new Map(company.drivers.map((driver) => [driver.id, driver.dispatcher_id]))
    for (const row of revenue) {
      expect(row.dispatcher_id).toBe(leads.get(row.driver_id))
      expect(row.amount).toBe(Math.round(row.amount * 100) / 100)
    }
    const aMile = sum(revenue.map((row) => row.amount)) / sum(miles.map((row) => row.miles))
    expect(aMile).toBeGreaterThan(1.9)
    expect(aMile).toBeLessThan(2.6)
    expect(revenue.map((row) => row.id)).toEqual(revenue.map((_, index) => index + 1))
  })

  test('have no miles and no fuel of newly hired drivers', () => {
    const hired = company.drivers.filter((driver) => driver.stage === 'new').map((driver) => driver.id)
    expect(hired.length).toBeGreaterThan(0)
    expect(miles.filter((row) => hired.includes(row.driver_id))).toEqual([])
    expect(fuel.filter((row) => hired.includes(row.driver_id))).toEqual([])
  })

  test('have cheaper fuel for the cooling units of reefers', () => {
    const reefers = new Map(company.units.filter((unit) => unit.type === 'reefer').map((unit) => [unit.id, unit]))
    expect(cooling.length).toBeGreaterThan(200)
    for (const row of cooling) {
      expect(reefers.get(row.unit_id ?? '')?.driver_id).toBe(row.driver_id)
      expect(row.gallons >= 28 && row.gallons <= 46).toBe(true)
      const price = row.amount / row.gallons
      expect(price > 2.4 && price < 3.9, `${price}`).toBe(true)
    }
    expect(bought.map((row) => row.id)).toEqual(bought.map((_, index) => index + 1))
    expect(new Set(bought.map((row) => row.source_key)).size).toBe(bought.length)
  })

  test('have tolls of trucks on days on which their drivers drove, within the 26 weeks', () => {
    const driverOf = new Map(company.units.map((unit) => [unit.id, unit.driver_id]))
    const drove = new Set(miles.map((row) => `${row.driver_id} ${row.date}`))
    expect(tolls.length).toBeGreaterThan(1500)
    for (const row of tolls) {
      expect(drove.has(`${driverOf.get(row.unit_id)} ${row.date}`), `${row.unit_id} ${row.date}`).toBe(true)
      expect(row.date >= FIRST && row.date <= TODAY).toBe(true)
      expect(row.amount).toBe(Math.round(row.amount * 100) / 100)
      expect(row.amount > 1 && row.amount < 250, `${row.amount}`).toBe(true)
    }
    expect(tolls.map((row) => row.id)).toEqual(tolls.map((_, index) => index + 1))
    expect(new Set(tolls.map((row) => row.source_key)).size).toBe(tolls.length)
    const aMile = sum(tolls.map((row) => row.amount)) / sum(miles.map((row) => row.miles))
    expect(aMile > 0.01 && aMile < 0.1, `${aMile}`).toBe(true)
  })
})
