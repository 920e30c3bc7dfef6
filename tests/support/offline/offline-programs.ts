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

const weighted = <Parts extends object>(
  weight: number,
  parts: { [Name in keyof Parts]: fc.Arbitrary<Parts[Name]> },
) => ({
  weight,
  arbitrary: fc.record(parts),
})
const withoutParameters = (weight: number, ...acts: readonly Step['do'][]) =>
  weighted(weight, { do: fc.constantFrom(...acts) })
const constant = <T>(value: T) => fc.constant(value)

/** One step of a user, browser, network or server. The weights favor steps that reveal more faults. */
const step = fc.oneof(
  weighted(10, { do: constant('edit'), tab: index, things: fc.array(thing, { minLength: 1, maxLength: 2 }), field }),
  weighted(2, { do: constant('round'), tab: index, field }),
  weighted(2, { do: constant('note'), tab: index, thing }),
  weighted(1, { do: constant('show'), tab: index, thing }),
  withoutParameters(8, 'turns'),
  withoutParameters(4, 'expire', 'renew', 'sign_in', 'password', 'online'),
  withoutParameters(2, 'switch'),
  weighted(3, { do: constant('open'), isOld: fc.constantFrom(false, false, true) }),
  weighted(2, { do: constant('die'), tab: index, checkpoints: fc.nat({ max: 30 }) }),
  // Every second worker does not die on its own: only such a one learns that changes are left.
  weighted(4, { do: constant('wake'), checkpoints: fc.option(fc.nat({ max: 60 }), { freq: 1 }) }),
  weighted(1, { do: constant('reload'), tab: index }),
  weighted(2, { do: constant('let_go'), tab: index }),
  weighted(2, { do: constant('freeze'), tab: index }),
  withoutParameters(3, 'thaw'),
  weighted(3, { do: constant('network'), to: fc.constantFrom('on', 'off', 'off', 'hang') }),
  weighted(4, { do: constant('trouble'), troubles: fc.array(trouble, { minLength: 1, maxLength: 4 }) }),
  weighted(5, { do: constant('wait'), ms: fc.constantFrom(100, 3_000, 30_000, 10 * MINUTES) }),
  weighted(1, { do: constant('jump'), ms: fc.constantFrom(-DAY, DAY) }),
  weighted(5, { do: constant('colleague'), thing, field }),
  weighted(8, { do: fc.constantFrom('retry', 'discard', 'undo', 'undo', 'revise', 'revise'), pick: index }),
  weighted(12, { do: constant('settle'), pick: index, take }),
  weighted(1, { do: constant('crash'), wipe: fc.constantFrom('none', 'store', 'mirror') }),
  weighted(1, { do: constant('disk'), trouble: fc.constantFrom('none', 'none', 'none', 'full', 'tight', 'broken') }),
) as fc.Arbitrary<Step>

/** Programs of up to `maxSteps` steps, which cover about a day. */
export const programs = (maxSteps = 40) => fc.array(step, { minLength: 1, maxLength: maxSteps, size: 'max' })

const ends = constant({ do: 'die', tab: 0, checkpoints: 0 })
const wakes = fc.record({ do: constant('wake'), checkpoints: fc.option(fc.nat({ max: 120 })) })
/** The user opens the app, changes something, and closes it or loses power after some checkpoints. */
const lifeOfPage = fc.tuple(
  fc.record({ do: constant('open') }),
  fc.record({
    do: constant('edit'),
    tab: constant(0),
    things: fc.array(thing, { minLength: 1, maxLength: 2 }),
    field,
  }),
  fc.record({ do: fc.constantFrom('note', 'show'), tab: constant(0), thing }),
  fc.record({ do: constant('die'), tab: constant(0), checkpoints: fc.nat({ max: 80 }) }),
  fc.record({ do: constant('turns') }),
  ends,
)
/** The browser starts the worker, which ends when it has sent everything, or dies. */
const lifeOfWorker = fc.tuple(
  fc.record({ do: constant('trouble'), troubles: fc.array(trouble, { maxLength: 2 }) }),
  wakes,
  fc.record({ do: constant('wait'), ms: fc.constantFrom(0, 100, 30_000, 10 * MINUTES) }),
  fc.record({ do: constant('end_workers') }),
)
/**
 * Another user signs in while a worker sends what the last page has left. The page may die before it has noted the
 * sign-in.
 */
const lifeOfSignIn = fc.tuple(
  wakes,
  fc.record({ do: constant('switch') }),
  fc.record({ do: constant('die'), tab: constant(0), checkpoints: fc.nat({ max: 20 }) }),
  fc.record({ do: constant('turns') }),
  ends,
  wakes,
  fc.record({ do: constant('turns') }),
)
/** The user opens the app and sends what is held since the sign-in. */
const lifeOfRelease = fc.tuple(
  fc.record({ do: constant('open') }),
  fc.record({ do: constant('turns') }),
  fc.record({ do: constant('let_go'), tab: constant(0) }),
  fc.record({ do: constant('turns') }),
  ends,
)
const life = fc.oneof(
  { weight: 8, arbitrary: lifeOfPage },
  { weight: 8, arbitrary: lifeOfWorker },
  { weight: 1, arbitrary: fc.tuple(lifeOfPage, lifeOfSignIn).map((both) => both.flat()) },
  { weight: 2, arbitrary: lifeOfRelease },
)
/** `count` lives of pages and workers, one after the other. */
export const lives = (count: number) =>
  fc.array(life, { minLength: count, maxLength: count }).map((all) => all.flat()) as fc.Arbitrary<Step[]>
