import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { startOfDay } from '#server/demo/days/chicago-days.ts'
import { fixesOf, runsOf } from '#server/demo/days/driving-history.ts'
import { LOADED_DAY, simulatedFleet, UNITS } from '#tests/support/yard/simulated-fleet.ts'

const { motion } = simulatedFleet()
const HOUR_MS = 3_600_000
const aUnit = fc.constantFrom(...UNITS)
const aDay = fc.integer({ min: LOADED_DAY - 90, max: LOADED_DAY + 90 })
/** Hours after the midnight at which a day begins. */
const anHour = fc.double({ min: 0, max: 23.9, noNaN: true })
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
const requestFor = (day: number, until: number) => ({ firstDay: day, lastDay: day, until })

describe('the runs of a day', () => {
  test('add up to the day’s miles and to the gain of the odometer', () => {
    fc.assert(
      fc.property(aUnit, aDay, (unit, day) => {
        const end = startOfDay(day + 1)
        const miles = sum([...runsOf(motion, unit, requestFor(day, end))].map((run) => run.miles))
        const [morning, evening] = [motion.exactlyAt(unit, startOfDay(day)), motion.exactlyAt(unit, end)]
        expect(miles).toBeCloseTo(motion.dayOf(unit, day).miles, 6)
        expect(Math.abs(miles - (evening.odometer - morning.odometer))).toBeLessThan(0.11)
      }),
      { numRuns: 300 },
    )
  })

  test('end now: a run in progress has no end, and the miles so far', () => {
    fc.assert(
      fc.property(aUnit, aDay, anHour, (unit, day, hours) => {
        const until = startOfDay(day) + Math.round(hours * HOUR_MS)
        const runs = [...runsOf(motion, unit, requestFor(day, until))]
        const state = motion.exactlyAt(unit, until)
        expect(runs.filter(({ to }) => to === null)).toHaveLength(state.speed > 0 ? 1 : 0)
        expect(runs.filter(({ destination }) => destination === null)).toHaveLength(state.speed > 0 ? 1 : 0)
        expect(sum(runs.map(({ miles }) => miles))).toBeCloseTo(state.dayMiles, 6)
        for (const { from, to, seconds } of runs) {
          expect(from).toBeLessThanOrEqual(until)
          expect(Math.abs(seconds - ((to ?? until) - from) / 1000)).toBeLessThan(1)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('start where the run before ended, and start and end at a standstill', () => {
    for (const unit of UNITS.slice(0, 12)) {
      const runs = [
        ...runsOf(motion, unit, { firstDay: LOADED_DAY - 9, lastDay: LOADED_DAY, until: startOfDay(LOADED_DAY + 1) }),
      ]
      expect(runs.length).toBeGreaterThan(5)
      for (const [index, run] of runs.entries()) {
        expect([run.origin.speed, run.destination?.speed]).toEqual([0, 0])
        const before = runs[index - 1]
        if (before) expect(run.origin.description).toBe(before.destination?.description)
      }
    }
  })
})

describe('the fixes of a day', () => {
  test('are at most two minutes apart while the truck drives, and none is in the future', () => {
    fc.assert(
      fc.property(aUnit, aDay, anHour, (unit, day, hours) => {
        const until = startOfDay(day) + Math.round(hours * HOUR_MS)
        const fixes = [...fixesOf(motion, unit, requestFor(day, until), 120)]
        expect(fixes[0]).toMatchObject({ at: startOfDay(day), type: 'ignition_off' })
        for (const [index, fix] of fixes.entries()) {
          const next = fixes[index + 1]
          expect(fix.at).toBeLessThanOrEqual(until)
          if (next === undefined) continue
          expect(next.at).toBeGreaterThan(fix.at)
          if (fix.speed > 0) expect(next.at - fix.at).toBeLessThanOrEqual(120_000)
        }
      }),
      { numRuns: 100 },
    )
  })

  test('include every start and every stop', () => {
    for (const unit of UNITS.slice(0, 12)) {
      const request = requestFor(LOADED_DAY - 3, startOfDay(LOADED_DAY))
      const typeAt = new Map([...fixesOf(motion, unit, request, 120)].map((fix) => [fix.at, fix.type]))
      for (const { from, to } of runsOf(motion, unit, request)) {
        expect([typeAt.get(from), typeAt.get(to ?? 0)]).toEqual(['vehicle_moving', 'vehicle_stopped'])
      }
    }
  })
})
