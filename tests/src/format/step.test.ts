import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Step, stepWithin, withChange } from '#src/format/step.ts'

const [FIRST, LAST] = [-3, 4]

test.each([
  ['eight presses forward', 8, 1, 4],
  ['two presses forward', 2, 1, 2],
  ['eight presses back', 8, -1, -3],
] as const)('%s move that far, whatever is drawn meanwhile', (_name, presses, by, to) => {
  const steps = Array.from({ length: presses }, () => stepWithin(by, FIRST, LAST))
  expect(steps.reduce((intended, step) => step(intended), 0)).toBe(to)
})

test('presses count from the intended step, never from the drawn one', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(1 as const, -1 as const)), (presses) => {
      // The address applies steps one after another. A control never names a target.
      const address = { intended: 0 }
      const take = (step: Step) => Object.assign(address, { intended: step(address.intended) })
      let wanted = 0
      for (const by of presses) {
        take(stepWithin(by, FIRST, LAST))
        wanted = Math.max(FIRST, Math.min(LAST, wanted + by))
      }
      expect(address.intended).toBe(wanted)
    }),
  )
})

test('a change without a difference returns the same object', () => {
  const weeks = { from: -3, to: 4, whose: 'all' }
  for (const change of [{}, { from: -3 }, { to: 4, whose: 'all' }]) expect(withChange(weeks, change)).toBe(weeks)
  expect(withChange(weeks, { to: 3 })).toEqual({ from: -3, to: 3, whose: 'all' })
})
