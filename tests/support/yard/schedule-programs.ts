import * as fc from 'fast-check'
import type { ScheduleDay } from '#contract/boards/schedule.ts'
import { DUTY_STATUSES } from '#contract/people/driver-choices.ts'
import { DATES, type Delivery, DRIVERS } from './schedule-run.ts'

/** The first and last row and column of a block. */
export interface Corners {
  readonly rows: readonly [number, number]
  readonly columns: readonly [number, number]
}
/** An edit of a day by a colleague. A null status clears the day. */
export interface ColleagueEdit {
  readonly driver: number
  readonly date: string
  readonly status?: ScheduleDay['status'] | null
  readonly description?: string
}
/**
 * A step of a program. turns: pending tasks run · rest: all work settles · look: the screen shows the server's rows ·
 * ways: what happens to the next requests · decide: the user resolves one of the open conflicts (`pick`), field by
 * field (`takes`).
 */
export type Step =
  | { readonly do: 'status'; readonly on: Corners; readonly status: ScheduleDay['status'] }
  | { readonly do: 'describe'; readonly on: Corners; readonly text: string }
  | { readonly do: 'clear'; readonly on: Corners }
  | { readonly do: 'fill'; readonly on: Corners; readonly way: 'down' | 'right' }
  | { readonly do: 'paste'; readonly on: Corners; readonly cells: readonly (readonly string[])[] }
  | { readonly do: 'undo' | 'redo' | 'online' | 'offline' | 'turns' | 'rest' | 'reload' | 'look' }
  | { readonly do: 'ways'; readonly deliveries: readonly Delivery[] }
  | { readonly do: 'colleague'; readonly theirs: ColleagueEdit }
  | { readonly do: 'decide'; readonly pick: number; readonly takes: readonly ('mine' | 'theirs')[] }

const status = fc.constantFrom(...DUTY_STATUSES.map(({ value }) => value))
const text = fc.constantFrom('', 'Toledo', 'Dock 4', 'Home')
const range = (size: number) =>
  fc
    .tuple(fc.nat({ max: size - 1 }), fc.nat({ max: size - 1 }))
    .map(([a, b]): [number, number] => [Math.min(a, b), Math.max(a, b)])
const on: fc.Arbitrary<Corners> = fc.record({ rows: range(DRIVERS.length), columns: range(DATES.length) })
const cell = fc.constantFrom('', 'Vacation', 'Firing: HR', 'On The Road: Dock 4', 'Layover')
const cells = fc
  .tuple(fc.integer({ min: 1, max: 2 }), fc.integer({ min: 1, max: 3 }))
  .chain(([rows, columns]) =>
    fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: rows, maxLength: rows }),
  )

const edits: readonly fc.WeightedArbitrary<Step>[] = [
  { weight: 5, arbitrary: fc.record({ do: fc.constant('status' as const), on, status }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('describe' as const), on, text }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('clear' as const), on }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('fill' as const), on, way: fc.constantFrom('down', 'right') }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('paste' as const), on, cells }) },
  { weight: 10, arbitrary: fc.record({ do: fc.constant('undo' as const) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('redo' as const) }) },
]
const withoutParameters = <Do extends Step['do']>(step: Do) => fc.record({ do: fc.constant(step) })
const surroundings: readonly fc.WeightedArbitrary<Step>[] = [
  { weight: 2, arbitrary: withoutParameters('offline') as fc.Arbitrary<Step> },
  { weight: 2, arbitrary: withoutParameters('online') as fc.Arbitrary<Step> },
  { weight: 2, arbitrary: withoutParameters('turns') as fc.Arbitrary<Step> },
  { weight: 2, arbitrary: withoutParameters('rest') as fc.Arbitrary<Step> },
  { weight: 1, arbitrary: withoutParameters('reload') as fc.Arbitrary<Step> },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('ways' as const),
      deliveries: fc.array(fc.constantFrom<Delivery>('ok', 'cut', 'lost'), { minLength: 1, maxLength: 4 }),
    }),
  },
]
const driver = fc.constantFrom(...DRIVERS.map(({ id }) => id))
const date = fc.constantFrom(...DATES.slice(0, 3))
const theirs: fc.Arbitrary<ColleagueEdit> = fc.oneof(
  fc.record({ driver, date, status }),
  fc.record({ driver, date, status, description: text }),
  fc.record({ driver, date, status: fc.constant(null) }),
)
const colleagueSteps: readonly fc.WeightedArbitrary<Step>[] = [
  { weight: 8, arbitrary: fc.record({ do: fc.constant('colleague' as const), theirs }) },
  { weight: 3, arbitrary: withoutParameters('look') as fc.Arbitrary<Step> },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      pick: fc.nat({ max: 5 }),
      takes: fc.array(fc.constantFrom('mine', 'theirs'), { minLength: 3, maxLength: 3 }),
    }),
  },
]

/** The days that a colleague planned before the program begins. */
export const plans = (): fc.Arbitrary<readonly ColleagueEdit[]> => fc.array(theirs, { maxLength: 8 })
/** The steps of one user alone. */
export const programs = (): fc.Arbitrary<readonly Step[]> =>
  fc.array(fc.oneof(...edits, ...surroundings), { minLength: 3, maxLength: 30 })
/** The steps of a user and of a colleague who plans, changes and clears days of the same week. */
export const sharedPrograms = (): fc.Arbitrary<readonly Step[]> =>
  fc.array(fc.oneof(...edits, ...surroundings, ...colleagueSteps), { minLength: 3, maxLength: 30 })
