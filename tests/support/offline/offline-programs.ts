import * as fc from 'fast-check'
import type { Step } from './offline-run.ts'

const MINUTES = 60_000
const DAY = 24 * 60 * MINUTES

const index = fc.nat({ max: 5 })
const thing = fc.nat({ max: 2 })
const field = fc.nat({ max: 1 })
const trouble = fc.constantFrom(
  'ok',
  'cut',
  'lost',
  'hang',
  'late',
  'clash',
  'clash',
  'older',
  'half',
  'half',
  'html',
  '500',
  '409',
  '429',
  '400',
  '403',
  '403' as const,
)
const take = fc.constantFrom('theirs', 'mine', 'value' as const)

const what = <Parts extends object>(weight: number, parts: { [Name in keyof Parts]: fc.Arbitrary<Parts[Name]> }) => ({
  weight,
  arbitrary: fc.record(parts),
})
const just = (weight: number, ...acts: readonly Step['do'][]) => what(weight, { do: fc.constantFrom(...acts) })
const one = <T>(value: T) => fc.constant(value)

/** What people, browsers, networks and servers do, each about as often as it teaches something. */
const step = fc.oneof(
  what(10, { do: one('edit'), tab: index, things: fc.array(thing, { minLength: 1, maxLength: 2 }), field }),
  what(2, { do: one('round'), tab: index, field }),
  what(2, { do: one('note'), tab: index, thing }),
  what(1, { do: one('show'), tab: index, thing }),
  just(8, 'turns'),
  just(4, 'expire', 'renew', 'sign_in', 'password', 'online'),
  just(2, 'switch'),
  what(3, { do: one('open'), isOld: fc.constantFrom(false, false, true) }),
  what(2, { do: one('die'), tab: index, borders: fc.nat({ max: 30 }) }),
  what(1, { do: one('reload'), tab: index }),
  what(2, { do: one('let_go'), tab: index }),
  what(2, { do: one('freeze'), tab: index }),
  just(3, 'thaw'),
  what(3, { do: one('network'), to: fc.constantFrom('on', 'off', 'off', 'hang') }),
  what(4, { do: one('trouble'), troubles: fc.array(trouble, { minLength: 1, maxLength: 4 }) }),
  what(5, { do: one('wait'), ms: fc.constantFrom(100, 3_000, 30_000, 10 * MINUTES) }),
  what(1, { do: one('jump'), ms: fc.constantFrom(-DAY, DAY) }),
  what(5, { do: one('colleague'), thing, field }),
  what(8, { do: fc.constantFrom('retry', 'discard', 'undo', 'undo', 'revise', 'revise'), pick: index }),
  what(12, { do: one('settle'), pick: index, take }),
  what(1, { do: one('crash'), wipe: fc.constantFrom('none', 'store', 'mirror') }),
  what(1, { do: one('disk'), trouble: fc.constantFrom('none', 'none', 'none', 'full', 'tight', 'broken') }),
) as fc.Arbitrary<Step>

/** A run of a day or so, told in up to so many steps. */
export const programs = (most = 40) => fc.array(step, { minLength: 1, maxLength: most, size: 'max' })
