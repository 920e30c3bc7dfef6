import { describe, expect, test } from 'vitest'
import { calendarAround, EARLIEST_OFFSET, LATEST_OFFSET } from '#server/demo/company/calendar.ts'
import { planDuty, runOn, statusSpan, type WorkingLife } from '#server/demo/company/duty-plan.ts'
import { roadMiles, tripDays } from '#server/demo/days/trip-miles.ts'
import { randomFrom } from '#server/demo/random.ts'
import { CITIES } from '#server/demo/roads/freight-map.ts'

const home = CITIES[0]
const aLife = (over: Partial<WorkingLife> = {}): WorkingLife => ({
  home,
  hired: EARLIEST_OFFSET - 500,
  leaving: null,
  out: [13, 20],
  rest: [2, 4],
  ...over,
})
const plans = Array.from({ length: 25 }, (_, index) => planDuty(randomFrom(`driver ${index}`), aLife()))

describe('a duty plan', () => {
  test('covers every day that a calendar can show, without gaps between runs', () => {
    for (const runs of plans) {
      expect(runs[0]?.from).toBeLessThanOrEqual(EARLIEST_OFFSET)
      expect(runs.at(-1)?.to).toBe(LATEST_OFFSET)
      for (const [index, run] of runs.entries()) {
        expect(run.to).toBeGreaterThanOrEqual(run.from)
        if (index > 0) expect(run.from).toBe((runs[index - 1]?.to ?? 0) + 1)
      }
    }
  })

  test('starts each trip where the last one ended, and puts home time at home', () => {
    for (const runs of plans) {
      for (const [index, run] of runs.entries()) {
        if (index > 0) expect(run.origin).toBe(runs[index - 1]?.destination)
        if (run.occasion === 'home' || run.occasion === 'vacation') expect(run.destination).toBe(home)
      }
    }
  })

  test('gives a trip the days that its miles need, unless the plan ends first', () => {
    for (const run of plans.flat()) {
      if (run.occasion !== 'haul' || run.to === LATEST_OFFSET) continue
      expect(run.to - run.from + 1).toBe(tripDays(run.origin, run.destination))
      expect(run.miles).toBe(roadMiles(run.origin, run.destination))
    }
  })

  test('of a new hire starts with orientation and has no earlier duty', () => {
    const runs = planDuty(randomFrom('new'), aLife({ hired: -1 }))
    expect(runs[0]).toMatchObject({ occasion: 'orientation', status: 'safety_orientation', from: -1 })
    expect(() => runOn(runs, -2)).toThrow('no duty')
  })

  test('ends when the driver leaves', () => {
    const runs = planDuty(randomFrom('leaver'), aLife({ leaving: -2 }))
    expect(runs.at(-1)).toMatchObject({ status: 'firing_process', from: -2 })
    expect(runOn(runs, 0).status).toBe('firing_process')
    expect(runs.at(-1)?.to).toBeLessThan(LATEST_OFFSET)
  })

  test('has status spans that reach across neighboring trips', () => {
    const runs = plans[0] ?? []
    const { from, to } = statusSpan(runs, -30)
    const status = runOn(runs, -30).status
    for (let day = from; day <= to; day++) expect(runOn(runs, day).status).toBe(status)
    expect(runOn(runs, from - 1).status).not.toBe(status)
    expect(runOn(runs, to + 1).status).not.toBe(status)
  })
})

describe('the map', () => {
  test('has road miles close to a dispatcher’s estimate', () => {
    const find = (name: string) => CITIES.find((city) => city.name === name) ?? home
    expect(Math.abs(roadMiles(find('Laredo TX'), find('Joliet IL')) - 1360)).toBeLessThan(120)
    expect(tripDays(find('Chicago IL'), find('Indianapolis IN'))).toBe(1)
  })
})

describe('the calendar', () => {
  test.each(['2026-11-15', '2026-11-18', '2026-11-21', '2028-02-29'])(
    'around %s covers 26 whole weeks from Sunday to Saturday',
    (today) => {
      const calendar = calendarAround(today)
      expect(calendar.last - calendar.first + 1).toBe(26 * 7)
      expect([calendar.weekday(calendar.first), calendar.weekday(calendar.last)]).toEqual(['Sun', 'Sat'])
      expect(calendar.date(0)).toBe(today)
      expect(calendar.first).toBeGreaterThanOrEqual(EARLIEST_OFFSET)
      expect(calendar.last).toBeLessThanOrEqual(LATEST_OFFSET)
    },
  )

  test('refuses a text that is not a calendar day', () => {
    expect(() => calendarAround('11/21/2026')).toThrow('not a calendar day')
  })
})
