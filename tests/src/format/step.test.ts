import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Step, stepWithin, withChange } from '#src/format/step.ts'

const [FIRST, LAST] = [-3, 4]

test.each([
  ['eight presses on', 8, 1, 4],
  ['two presses on', 2, 1, 2],
  ['eight presses back', 8, -1, -3],
] as const)('%s lead as far, whatever is drawn meanwhile', (_name, presses, by, to) => {
  const steps = Array.from({ length: presses }, () => stepWithin(by, FIRST, LAST))
  expect(steps.reduce((meant, step) => step(meant), 0)).toBe(to)
})

test('presses count from what is meant, never from what is drawn', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(1 as const, -1 as const)), (presses) => {
      // The address takes steps one after the other; a control never says where to.
      const address = { meant: 0 }
      const take = (step: Step) => Object.assign(address, { meant: step(address.meant) })
      let wanted = 0
      for (const by of presses) {
        take(stepWithin(by, FIRST, LAST))
        wanted = Math.max(FIRST, Math.min(LAST, wanted + by))
      }
      expect(address.meant).toBe(wanted)
    }),
  )
})

test('where nothing differs, what there is stays the same thing', () => {
  const weeks = { from: -3, to: 4, whose: 'all' }
  for (const change of [{}, { from: -3 }, { to: 4, whose: 'all' }]) expect(withChange(weeks, change)).toBe(weeks)
  expect(withChange(weeks, { to: 3 })).toEqual({ from: -3, to: 3, whose: 'all' })
})
