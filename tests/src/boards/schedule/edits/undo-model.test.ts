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
  type ColleagueEdit,
  type Corners,
  plans,
  programs,
  type Step,
  sharedPrograms,
} from '#tests/support/yard/schedule-programs.ts'
import { DATES, DRIVERS, ScheduleRun } from '#tests/support/yard/schedule-run.ts'

const RUNS = Number(process.env.SCHEDULE_RUNS ?? 300)

/** A grid in plain text, by driver and date. A missing key means nothing planned. */
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

/** The edits of a step; null if the step does not edit rows. */
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

async function changeSurroundings(run: ScheduleRun, step: Step): Promise<void> {
  if (step.do === 'offline') run.isOnline = false
  if (step.do === 'online') {
    run.isOnline = true
    run.outbox.acts.sendNow()
  }
  if (step.do === 'ways') run.deliveries.push(...step.deliveries)
  if (step.do === 'turns') await run.runTurns()
  if (step.do === 'rest') await run.runUntilIdle()
  if (step.do === 'look') run.refreshScreen()
}
async function startedRun(seed: number, before: readonly ColleagueEdit[]): Promise<ScheduleRun> {
  const run = new ScheduleRun(seed)
  for (const { driver, ...theirs } of before) run.server.colleague(driver, [theirs])
  await run.outbox.ready()
  run.refreshScreen()
  return run
}
const unsettledOf = (run: ScheduleRun) => run.outbox.memory.snapshot().entries.filter(({ state }) => state !== 'done')
const conflictsOf = (run: ScheduleRun) => unsettledOf(run).filter(({ state }) => state === 'conflict')

/** The simplest possible undo stack: the grids in order and the index of the current one. */
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

/** Starts a step of the undo history, which runs it in turn; null for other steps. */
function begin(run: ScheduleRun, stack: PlainStack, step: Step): Promise<unknown> | null {
  if (step.do === 'undo') return run.undoHistory.undo().then(() => stack.undo())
  if (step.do === 'redo') return run.undoHistory.redo().then(() => stack.redo())
  if (editsOf(run.grid, step) === null) return null
  const make = () => {
    const rows = editsOf(run.grid, step) ?? []
    stack.edit(rows)
    return rows
  }
  return run.undoHistory.apply(make, () => step.do)
}

async function stepAlone(run: ScheduleRun, stack: PlainStack, step: Step): Promise<void> {
  const running = begin(run, stack, step)
  if (running !== null) await running
  else if (step.do === 'reload') {
    stack.forget()
    await run.reload()
  } else await changeSurroundings(run, step)
}

test('keys pressed faster than the device saves have the same result as keys pressed one after the other', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), plans(), programs(), async (seed, before, program) => {
      const run = await startedRun(seed, before)
      const stack = new PlainStack(gridOf(run.onScreen))
      const open: Promise<unknown>[] = []
      for (const step of program) {
        const act = begin(run, stack, step)
        if (act !== null) open.push(act)
        // The network may change at any time. A reload waits until nothing is running.
        if (step.do === 'reload') await Promise.all(open)
        if (act === null) await stepAlone(run, stack, step)
      }
      await Promise.all(open)
      await run.runUntilIdle()
      expect(sorted(gridOf(run.onScreen))).toEqual(sorted(stack.now))
      expect(sorted(gridOf(run.server.days()))).toEqual(sorted(stack.now))
    }),
    { numRuns: RUNS },
  )
}, 600_000)

/** The undone entry shares a batch with another one, is not accepted there, and is sent again on its own. */
const SENT_TWICE: readonly Step[] = [
  { do: 'status', on: { rows: [0, 2], columns: [1, 1] }, status: 'on_the_road' },
  { do: 'status', on: { rows: [0, 1], columns: [0, 0] }, status: 'on_the_road' },
  { do: 'undo' },
]

test('after any edits, undos and redos, online and offline, the week equals that of a plain undo stack', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), plans(), programs(), async (seed, before, program) => {
      const run = await startedRun(seed, before)
      const stack = new PlainStack(gridOf(run.onScreen))
      for (const [at, step] of program.entries()) {
        await stepAlone(run, stack, step)
        expect(sorted(gridOf(run.onScreen)), `${at}: ${step.do}`).toEqual(sorted(stack.now))
      }
      await run.runUntilIdle()
      expect(unsettledOf(run).map(({ state, words }) => `${state}: ${words.change}`)).toEqual([])
      expect(sorted(gridOf(run.server.days()))).toEqual(sorted(stack.now))
      expect(sorted(gridOf(run.onScreen))).toEqual(sorted(stack.now))
    }),
    { numRuns: RUNS, examples: [[0, [], SENT_TWICE]] },
  )
}, 600_000)

/** The fields on screen or on the server. A missing key means nothing planned. */
type Fields = ReadonlyMap<string, string>
const fieldsOf = (days: readonly ScheduleDay[]): Fields =>
  new Map(
    days.flatMap(({ driver, date, status, description }) => [
      [`${driver}/${date}.status`, status],
      [`${driver}/${date}.description`, description],
    ]),
  )

/**
 * The value that the user last wanted for each field, with the number of colleagues' changes seen then, and the number
 * of the latest colleague's change of each field.
 */
class Wishes {
  readonly #wishes = new Map<string, { readonly value: string; readonly seen: number }>()
  readonly #theirs = new Map<string, number>()

  /**
   * Records the fields that an act changed on screen and that wait for the server. `seen`: the number of colleagues'
   * changes seen.
   */
  note(run: ScheduleRun, before: Fields, seen: number): void {
    const after = fieldsOf(run.onScreen)
    const touched = new Set(run.outbox.memory.snapshot().entries.flatMap(({ touches }) => touches))
    for (const field of new Set([...before.keys(), ...after.keys()])) {
      if (before.get(field) === after.get(field)) continue
      if (touched.has(`day/${field.split('.')[0]}`)) this.#wishes.set(field, { value: after.get(field) ?? '', seen })
      else this.#wishes.delete(field)
    }
  }
  forget(touches: readonly string[]): void {
    for (const field of this.#wishes.keys()) {
      if (touches.includes(`day/${field.split('.')[0]}`)) this.#wishes.delete(field)
    }
  }
  colleague({ driver, date, status, description }: ColleagueEdit, edit: number): void {
    const fields = [...(status === undefined ? [] : ['status']), ...(description === undefined ? [] : ['description'])]
    for (const field of status === null ? ['status', 'description'] : fields)
      this.#theirs.set(`${driver}/${date}.${field}`, edit)
  }
  /**
   * The fields whose value on the server is not the wanted one, although no colleague changed them and no conflict is
   * open.
   */
  lost(run: ScheduleRun): readonly string[] {
    const now = fieldsOf(run.server.days())
    const open = new Set(unsettledOf(run).flatMap(({ touches }) => touches))
    return [...this.#wishes].flatMap(([field, { value, seen }]) => {
      const isAsked = open.has(`day/${field.split('.')[0]}`) || (this.#theirs.get(field) ?? 0) > seen
      return isAsked || (now.get(field) ?? '') === value ? [] : [`${field}: ${value}, not ${now.get(field)}`]
    })
  }
}

/**
 * The colleagues' values that the user overwrote without having seen them. Seeing the same value from the server counts
 * as seen. For a cleared day, an empty day on screen counts too.
 */
const overwrittenUnseen = (run: ScheduleRun) =>
  run.server.overwritten.filter(({ by, key, was, row, field, sawNothing }) => {
    const { colleagueEdits: edits = 0, days = [], onScreen = [] } = run.viewByRequest.get(key ?? '') ?? {}
    if (by !== 'me' || was.by !== 'colleague' || edits >= was.edit) return false
    // A user who saw an empty day and finds it empty gets no conflict, even if a colleague emptied it. The same holds
    // for a redo.
    if (row.status === null && sawNothing && run.daysSeenEmpty.has(`${row.driver}/${row.date}`)) return false
    return (row.status === null ? [days, onScreen] : [days]).every((known) => {
      const day = known.find(({ driver, date }) => driver === row.driver && date === row.date)
      return { status: day?.status ?? null, description: day?.description ?? '' }[field] !== row[field]
    })
  })

/** Resolves a conflict field by field, as the conflict form does. */
async function resolveEntry(
  run: ScheduleRun,
  entry: OutboxEntry,
  takes: readonly ('mine' | 'theirs')[],
): Promise<void> {
  const { data } = conflictProblem.safeParse(entry.problem?.body)
  const names = Object.keys(data?.conflicts ?? {})
  const picks = Object.fromEntries(names.map((name, at) => [name, { take: takes[at % takes.length] ?? 'mine' }]))
  await run.decide(entry, () => run.outbox.acts.resolveConflict(entry.id, picks))
}

async function stepAmongColleagues(run: ScheduleRun, wishes: Wishes, step: Step): Promise<void> {
  const before = fieldsOf(run.onScreen)
  // An undo restores values that the user may have chosen before seeing any colleague's change.
  const seen = step.do === 'undo' ? 0 : run.seenColleagueEdits
  const rows = editsOf(run.grid, step)
  if (rows) {
    await run.undoHistory.apply(
      () => rows,
      () => step.do,
    )
  } else if (step.do === 'undo' || step.do === 'redo') {
    // An entry whose conflict was resolved is another change since. The app then tells the user that it cannot undo it.
    await run.undoHistory[step.do]().catch((error: unknown) => {
      if (!(error instanceof TooLate || error instanceof CannotUndo)) throw error
    })
  } else if (step.do === 'colleague') {
    run.server.colleague(step.theirs.driver, [step.theirs])
    wishes.colleague(step.theirs, run.server.colleagueEdits)
  } else if (step.do === 'decide') {
    const conflicts = conflictsOf(run)
    const entry = conflicts[step.pick % Math.max(1, conflicts.length)]
    if (entry) {
      await resolveEntry(run, entry, step.takes)
      wishes.forget(entry.touches)
    }
  } else if (step.do === 'reload') await run.reload()
  else await changeSurroundings(run, step)
  if (rows || step.do === 'undo' || step.do === 'redo') wishes.note(run, before, seen)
}

/**
 * The user gives up a plan for a colleague's day, which the colleague has cleared by then. A later description depended
 * on it.
 */
const DAY_GONE: readonly Step[] = [
  { do: 'colleague', theirs: { driver: 13, date: '2026-11-22', status: 'on_the_road' } },
  { do: 'describe', on: { rows: [1, 1], columns: [0, 0] }, text: 'Toledo' },
  { do: 'describe', on: { rows: [1, 1], columns: [0, 0] }, text: '' },
  { do: 'colleague', theirs: { driver: 13, date: '2026-11-22', status: null } },
  { do: 'decide', pick: 0, takes: ['theirs'] },
  { do: 'clear', on: { rows: [0, 0], columns: [0, 0] } },
  { do: 'undo' },
]

test('among colleagues, none of their changes is overwritten unseen, none of the user’s is lost, and all conflicts come to an end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), plans(), sharedPrograms(), async (seed, before, program) => {
      const run = await startedRun(seed, before)
      const wishes = new Wishes()
      for (const step of program) {
        await stepAmongColleagues(run, wishes, step)
        expect(overwrittenUnseen(run), step.do).toEqual([])
      }
      await run.runUntilIdle()
      expect(wishes.lost(run)).toEqual([])
      for (let rounds = 0; unsettledOf(run).length > 0 && rounds < 40; rounds += 1) {
        for (const entry of conflictsOf(run))
          await resolveEntry(run, entry, rounds % 2 ? ['theirs'] : ['mine', 'theirs'])
        await run.runUntilIdle()
      }
      expect(unsettledOf(run).map(({ state, words }) => `${state}: ${words.change}`)).toEqual([])
      expect(overwrittenUnseen(run)).toEqual([])
      expect(sorted(gridOf(run.onScreen))).toEqual(sorted(gridOf(run.server.days())))
    }),
    { numRuns: RUNS, examples: [[0, [], DAY_GONE]] },
  )
}, 600_000)

test.each([
  ['one day', { rows: [0, 0], columns: [0, 0] }],
  ['a run of days', { rows: [0, 0], columns: [0, 2] }],
] as const)(
  'undoing %s that a colleague had planned in the same way raises a conflict and clears nothing unseen',
  async (_, on) => {
    const run = await startedRun(1, [])
    run.isOnline = false
    const [{ id: driver }] = DRIVERS
    run.server.colleague(driver, [{ date: DATES[0] ?? '', status: 'on_vacation' }])
    const edits = editsOf(run.grid, { do: 'status', on, status: 'on_vacation' }) ?? []
    await run.undoHistory.apply(
      () => edits,
      () => 'Vacation',
    )
    await run.runUntilIdle()
    expect(unsettledOf(run)).toEqual([])
    await run.undoHistory.undo()
    await run.runUntilIdle()
    expect(run.server.days()).toHaveLength(on.columns[1] + 1)
    const [conflict] = conflictsOf(run)
    expect(conflictProblem.parse(conflict?.problem?.body).conflicts).toEqual({
      [`${DATES[0]}.status`]: { theirs: 'on_vacation', yours: null },
    })
  },
)
