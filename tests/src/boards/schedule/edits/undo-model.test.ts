import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ScheduleDay } from '#contract/boards/schedule.ts'
import { conflictProblem } from '#contract/wire/problem.ts'
import { type RowEdit, rowOfDay } from '#src/areas/schedule/day/day-edit.ts'
import type { Block } from '#src/boards/schedule/edits/block.ts'
import {
  clearEdits,
  fillEdits,
  pasteEdits,
  statusEdits,
  type VisibleGrid,
} from '#src/boards/schedule/edits/block-edits.ts'
import { cellText } from '#src/boards/schedule/edits/cell-text.ts'
import { dayOn, driverIn } from '#src/boards/schedule/schedule-items.ts'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { TooLate } from '#src/offline/outbox/settle/decide.ts'
import { CannotUndo } from '#src/offline/outbox/settle/undo.ts'
import {
  type Corners,
  plans,
  programs,
  type Step,
  sharedPrograms,
  type Theirs,
} from '#tests/support/yard/schedule-programs.ts'
import { DATES, DRIVERS, ScheduleRun } from '#tests/support/yard/schedule-run.ts'

const RUNS = Number(process.env.SCHEDULE_RUNS ?? 300)

/** A grid in plain text, by driver and date; what is not there is not planned. */
type Grid = ReadonlyMap<string, string>

const cellOf = (day: Pick<ScheduleDay, 'status' | 'description'> | null) => cellText(day)
const gridOf = (days: readonly ScheduleDay[]): Grid =>
  new Map(days.map((day) => [`${day.driver}/${day.date}`, cellOf(day)]))
const sorted = (grid: Grid) => [...grid].sort(([a], [b]) => (a < b ? -1 : 1))

const blockOf = ({ rows, columns }: Corners): Block => ({
  drivers: DRIVERS.slice(rows[0], rows[1] + 1).map(({ id }) => id),
  first: columns[0],
  last: columns[1],
})

/** What a step does to the rows; null where it does nothing to them. */
function editsOf(sheet: VisibleGrid, step: Step): readonly RowEdit[] | null {
  if (step.do === 'status') return statusEdits(sheet, blockOf(step.on), step.status)
  if (step.do === 'clear') return clearEdits(sheet, blockOf(step.on))
  if (step.do === 'fill') return fillEdits(sheet, blockOf(step.on), step.way)
  if (step.do === 'describe') {
    const driver = DRIVERS[step.on.rows[0]] ?? DRIVERS[0]
    const date = DATES[step.on.columns[0]] ?? ''
    const on = (one: string) => dayOn(driverIn(sheet.items, driver.id)!, one)
    const status = on(date)?.status ?? 'on_the_road'
    return [rowOfDay(driver, date, { from: date, to: date }, { status, description: step.text }, on)]
  }
  if (step.do !== 'paste') return null
  const pasting = pasteEdits(sheet, blockOf(step.on), step.cells)
  return 'trouble' in pasting ? null : pasting.edits
}
function withEdits(grid: Grid, rows: readonly RowEdit[]): Grid {
  const next = new Map(grid)
  for (const { driver, targets } of rows) {
    for (const { date, to } of targets) {
      if (to === null) next.delete(`${driver.id}/${date}`)
      else next.set(`${driver.id}/${date}`, cellOf(to))
    }
  }
  return next
}

async function weather(run: ScheduleRun, step: Step): Promise<void> {
  if (step.do === 'offline') run.isOnline = false
  if (step.do === 'online') {
    run.isOnline = true
    run.outbox.acts.sendNow()
  }
  if (step.do === 'ways') run.ways.push(...step.ways)
  if (step.do === 'turns') await run.turns()
  if (step.do === 'rest') await run.rest()
  if (step.do === 'look') run.look()
}
async function begun(seed: number, before: readonly Theirs[]): Promise<ScheduleRun> {
  const run = new ScheduleRun(seed)
  for (const { driver, ...theirs } of before) run.server.colleague(driver, [theirs])
  await run.outbox.ready()
  run.look()
  return run
}
const unsettledOf = (run: ScheduleRun) => run.outbox.memory.snapshot().entries.filter(({ state }) => state !== 'done')
const conflictsOf = (run: ScheduleRun) => unsettledOf(run).filter(({ state }) => state === 'conflict')

/** An undo stack as anybody would write it: the grids one after the other, and where one stands. */
class PlainStack {
  #grids: Grid[]
  #at = 0
  constructor(grid: Grid) {
    this.#grids = [grid]
  }
  get now(): Grid {
    return this.#grids[this.#at] ?? new Map()
  }
  edit(rows: readonly RowEdit[]): void {
    const next = withEdits(this.now, rows)
    if (JSON.stringify(sorted(next)) === JSON.stringify(sorted(this.now))) return
    this.#grids = [...this.#grids.slice(0, this.#at + 1), next]
    this.#at += 1
  }
  undo(): void {
    this.#at = Math.max(0, this.#at - 1)
  }
  redo(): void {
    this.#at = Math.min(this.#grids.length - 1, this.#at + 1)
  }
  forget(): void {
    this.#grids = [this.now]
    this.#at = 0
  }
}

/** Begins what goes by the trail, which does it when its turn comes; null for all else. */
function begin(run: ScheduleRun, stack: PlainStack, step: Step): Promise<unknown> | null {
  if (step.do === 'undo') return run.trail.undo().then(() => stack.undo())
  if (step.do === 'redo') return run.trail.redo().then(() => stack.redo())
  if (editsOf(run.sheet, step) === null) return null
  const make = () => {
    const rows = editsOf(run.sheet, step) ?? []
    stack.edit(rows)
    return rows
  }
  return run.trail.apply(make, () => step.do)
}

async function alone(run: ScheduleRun, stack: PlainStack, step: Step): Promise<void> {
  const begun = begin(run, stack, step)
  if (begun !== null) await begun
  else if (step.do === 'reload') {
    stack.forget()
    await run.reload()
  } else await weather(run, step)
}

test('keys that are pressed faster than the device keeps what they do come to the same, one after the other', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), plans(), programs(), async (seed, before, program) => {
      const run = await begun(seed, before)
      const stack = new PlainStack(gridOf(run.onScreen))
      const open: Promise<unknown>[] = []
      for (const step of program) {
        const act = begin(run, stack, step)
        if (act !== null) open.push(act)
        // A network changes when it likes; a tab is opened anew when nothing is under way.
        if (step.do === 'reload') await Promise.all(open)
        if (act === null) await alone(run, stack, step)
      }
      await Promise.all(open)
      await run.rest()
      expect(sorted(gridOf(run.onScreen))).toEqual(sorted(stack.now))
      expect(sorted(gridOf(run.server.days()))).toEqual(sorted(stack.now))
    }),
    { numRuns: RUNS },
  )
}, 600_000)

/** What is taken back goes with another in one request, is not taken in that, and is begun again by itself. */
const BEGUN_TWICE: readonly Step[] = [
  { do: 'status', on: { rows: [0, 2], columns: [1, 1] }, status: 'on_the_road' },
  { do: 'status', on: { rows: [0, 1], columns: [0, 0] }, status: 'on_the_road' },
  { do: 'undo' },
]

test('whatever one does and takes back, on and off the network, the week is as a plain undo stack has it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), plans(), programs(), async (seed, before, program) => {
      const run = await begun(seed, before)
      const stack = new PlainStack(gridOf(run.onScreen))
      for (const [at, step] of program.entries()) {
        await alone(run, stack, step)
        expect(sorted(gridOf(run.onScreen)), `${at}: ${step.do}`).toEqual(sorted(stack.now))
      }
      await run.rest()
      expect(unsettledOf(run).map(({ state, words }) => `${state}: ${words.change}`)).toEqual([])
      expect(sorted(gridOf(run.server.days()))).toEqual(sorted(stack.now))
      expect(sorted(gridOf(run.onScreen))).toEqual(sorted(stack.now))
    }),
    { numRuns: RUNS, examples: [[0, [], BEGUN_TWICE]] },
  )
}, 600_000)

/** Field by field what is on screen, or on the server; nothing for what is not planned. */
type Fields = ReadonlyMap<string, string>
const fieldsOf = (days: readonly ScheduleDay[]): Fields =>
  new Map(
    days.flatMap(({ driver, date, status, description }) => [
      [`${driver}/${date}.status`, status],
      [`${driver}/${date}.description`, description],
    ]),
  )

/** What the person has last wanted of each field, and what of colleagues they saw then; and when colleagues came to it. */
class Wishes {
  readonly #wishes = new Map<string, { readonly value: string; readonly seen: number }>()
  readonly #theirs = new Map<string, number>()

  /** What an act has changed on screen and is on its way to the server; `seen`: how many changes of colleagues it was made upon. */
  note(run: ScheduleRun, before: Fields, seen: number): void {
    const after = fieldsOf(run.onScreen)
    const kept = new Set(run.outbox.memory.snapshot().entries.flatMap(({ touches }) => touches))
    for (const field of new Set([...before.keys(), ...after.keys()])) {
      if (before.get(field) === after.get(field)) continue
      if (kept.has(`day/${field.split('.')[0]}`)) this.#wishes.set(field, { value: after.get(field) ?? '', seen })
      else this.#wishes.delete(field)
    }
  }
  forget(touches: readonly string[]): void {
    for (const field of this.#wishes.keys()) {
      if (touches.includes(`day/${field.split('.')[0]}`)) this.#wishes.delete(field)
    }
  }
  colleague({ driver, date, status, description }: Theirs, edit: number): void {
    const fields = [...(status === undefined ? [] : ['status']), ...(description === undefined ? [] : ['description'])]
    for (const field of status === null ? ['status', 'description'] : fields)
      this.#theirs.set(`${driver}/${date}.${field}`, edit)
  }
  /** The fields in which the server has something else than was wanted, without a colleague or a question being the reason. */
  lost(run: ScheduleRun): readonly string[] {
    const now = fieldsOf(run.server.days())
    const open = new Set(unsettledOf(run).flatMap(({ touches }) => touches))
    return [...this.#wishes].flatMap(([field, { value, seen }]) => {
      const isAsked = open.has(`day/${field.split('.')[0]}`) || (this.#theirs.get(field) ?? 0) > seen
      return isAsked || (now.get(field) ?? '') === value ? [] : [`${field}: ${value}, not ${now.get(field)}`]
    })
  }
}

/** What of colleagues was overwritten by somebody who knew of neither it nor, from the server, the same: of what was on screen without it, only that nothing was planned. */
const unseen = (run: ScheduleRun) =>
  run.server.overwritten.filter(({ by, key, was, row, field, sawNothing }) => {
    const { edits = 0, days = [], onScreen = [] } = run.seenAt.get(key ?? '') ?? {}
    if (by !== 'me' || was.by !== 'colleague' || edits >= was.edit) return false
    // Who saw nothing and finds nothing is asked nothing, whosever doing that was; nor who does again what was done then.
    if (row.status === null && sawNothing && run.actedOnNothing.has(`${row.driver}/${row.date}`)) return false
    return (row.status === null ? [days, onScreen] : [days]).every((known) => {
      const day = known.find(({ driver, date }) => driver === row.driver && date === row.date)
      return { status: day?.status ?? null, description: day?.description ?? '' }[field] !== row[field]
    })
  })

/** Decides a conflict field by field, as the form that asks does. */
async function decide(run: ScheduleRun, entry: OutboxEntry, takes: readonly ('mine' | 'theirs')[]): Promise<void> {
  const { data } = conflictProblem.safeParse(entry.problem?.body)
  const names = Object.keys(data?.conflicts ?? {})
  const picks = Object.fromEntries(names.map((name, at) => [name, { take: takes[at % takes.length] ?? 'mine' }]))
  await run.decide(entry, () => run.outbox.acts.resolveConflict(entry.id, picks))
}

async function among(run: ScheduleRun, wishes: Wishes, step: Step): Promise<void> {
  const before = fieldsOf(run.onScreen)
  // What comes back on screen by an undo may have been wished before anything of theirs was seen.
  const seen = step.do === 'undo' ? 0 : run.seenEdits
  const rows = editsOf(run.sheet, step)
  if (rows) {
    await run.trail.apply(
      () => rows,
      () => step.do,
    )
  } else if (step.do === 'undo' || step.do === 'redo') {
    // One that was decided about is another change since: the person is told so.
    await run.trail[step.do]().catch((error: unknown) => {
      if (!(error instanceof TooLate || error instanceof CannotUndo)) throw error
    })
  } else if (step.do === 'colleague') {
    run.server.colleague(step.theirs.driver, [step.theirs])
    wishes.colleague(step.theirs, run.server.edits)
  } else if (step.do === 'decide') {
    const conflicts = conflictsOf(run)
    const entry = conflicts[step.pick % Math.max(1, conflicts.length)]
    if (entry) {
      await decide(run, entry, step.takes)
      wishes.forget(entry.touches)
    }
  } else if (step.do === 'reload') await run.reload()
  else await weather(run, step)
  if (rows || step.do === 'undo' || step.do === 'redo') wishes.note(run, before, seen)
}

/** One's own plan is given up for a colleague's, who has cleared it by then; a description of one's own was to stand upon it. */
const DAY_GONE: readonly Step[] = [
  { do: 'colleague', theirs: { driver: 13, date: '2026-11-22', status: 'on_the_road' } },
  { do: 'describe', on: { rows: [1, 1], columns: [0, 0] }, text: 'Toledo' },
  { do: 'describe', on: { rows: [1, 1], columns: [0, 0] }, text: '' },
  { do: 'colleague', theirs: { driver: 13, date: '2026-11-22', status: null } },
  { do: 'decide', pick: 0, takes: ['theirs'] },
  { do: 'clear', on: { rows: [0, 0], columns: [0, 0] } },
  { do: 'undo' },
]

test("among colleagues nothing of theirs is overwritten unseen, nothing of one's own is lost, and all questions come to an end", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), plans(), sharedPrograms(), async (seed, before, program) => {
      const run = await begun(seed, before)
      const wishes = new Wishes()
      for (const step of program) {
        await among(run, wishes, step)
        expect(unseen(run), step.do).toEqual([])
      }
      await run.rest()
      expect(wishes.lost(run)).toEqual([])
      for (let rounds = 0; unsettledOf(run).length > 0 && rounds < 40; rounds += 1) {
        for (const entry of conflictsOf(run)) await decide(run, entry, rounds % 2 ? ['theirs'] : ['mine', 'theirs'])
        await run.rest()
      }
      expect(unsettledOf(run).map(({ state, words }) => `${state}: ${words.change}`)).toEqual([])
      expect(unseen(run)).toEqual([])
      expect(sorted(gridOf(run.onScreen))).toEqual(sorted(gridOf(run.server.days())))
    }),
    { numRuns: RUNS, examples: [[0, [], DAY_GONE]] },
  )
}, 600_000)

test.each([
  ['one day', { rows: [0, 0], columns: [0, 0] }],
  ['a run of days', { rows: [0, 0], columns: [0, 2] }],
] as const)(
  'who takes back %s that a colleague had planned just so is asked, and clears nothing unseen',
  async (_, on) => {
    const run = await begun(1, [])
    run.isOnline = false
    const [{ id: driver }] = DRIVERS
    run.server.colleague(driver, [{ date: DATES[0] ?? '', status: 'on_vacation' }])
    const edits = editsOf(run.sheet, { do: 'status', on, status: 'on_vacation' }) ?? []
    await run.trail.apply(
      () => edits,
      () => 'Vacation',
    )
    await run.rest()
    expect(unsettledOf(run)).toEqual([])
    await run.trail.undo()
    await run.rest()
    expect(run.server.days()).toHaveLength(on.columns[1] + 1)
    const [asked] = conflictsOf(run)
    expect(conflictProblem.parse(asked?.problem?.body).conflicts).toEqual({
      [`${DATES[0]}.status`]: { theirs: 'on_vacation', yours: null },
    })
  },
)
