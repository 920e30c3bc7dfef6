import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { dayKind, type ScheduleDay } from '#contract/boards/schedule.ts'
import { scheduleChanges } from '#contract/boards/schedule-changes.ts'
import { type DayChange, setDays } from '#src/areas/schedule/set-days-commands.ts'
import { foldOf } from '#src/offline/fold/incremental-fold.ts'
import { aDay } from './schedule-builders.ts'

const [SAT, SUN, MON, TUE, WED] = ['2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25'] as const
const sat = aDay({ id: 41, date: SAT, description: 'Toledo', version: 2 })
const sun = aDay({ id: 42, date: SUN, description: 'Omaha', version: 5 })
const setting = (...days: readonly DayChange[]) => ({ driver: 12, driverName: 'Maria Lopez', days: [...days] })
type Input = ReturnType<typeof setting>

const changed: DayChange = { date: SAT, was: sat, to: { status: 'on_vacation' } }
const cleared: DayChange = { date: SUN, was: sun, to: { status: null } }
const planned: DayChange = { date: MON, was: null, to: { status: 'firing_process', description: 'HR' } }
const input = setting(changed, cleared, planned)
const KEYS = [SAT, SUN, MON].map((date) => `day/12/${date}`)

const bodyOf = (of: Input) => setDays.request(of).body
const fieldOf = (of: Input, name: string) => setDays.fields?.(of).find(({ names }) => names[0] === name)
const fold = (...inputs: readonly Input[]) =>
  foldOf(inputs.map((one) => ({ effects: setDays.effects(one), settled: null })))
function shownOn(date: string, row: ScheduleDay | null, ...inputs: readonly Input[]) {
  const over = fold(...inputs)
  const key = dayKind.keyOf({ driver: 12, date })
  const day = row ? over.row(dayKind, row) : over.find<ScheduleDay>(dayKind, key)
  return over.isRemoved(dayKind, key) || !day ? null : [day.status, day.description]
}
const backOf = (of: Input) => (setDays.inverse?.(of) ?? []).map((draft) => draft.input as Input)

describe('changing several days together', () => {
  it('sends the seen version and the new content of each day', () => {
    expect(bodyOf(input)).toEqual({
      driver: 12,
      days: [
        { date: SAT, seen: 2, status: 'on_vacation' },
        { date: SUN, seen: 5, status: null },
        { date: MON, seen: 0, status: 'firing_process', description: 'HR' },
      ],
    })
    expect(scheduleChanges.setDays.body?.safeParse(bodyOf(input)).success).toBe(true)
    expect(setDays.touches(input)).toEqual(KEYS)
  })
  it('shows the changed, cleared and planned days immediately', () => {
    expect(shownOn(SAT, sat, input)).toEqual(['on_vacation', 'Toledo'])
    expect(fold(input).isRemoved(dayKind, `12/${SUN}`)).toBe(true)
    expect(shownOn(MON, null, input)).toEqual(['firing_process', 'HR'])
  })
  it('gives the versions of all days, cleared days included', () => {
    const reply = { days: [{ ...sat, status: 'on_vacation', version: 3 }], cleared: [{ date: SUN, version: 6 }] }
    expect(setDays.versions(reply, input)).toEqual([
      { key: KEYS[0], version: 3 },
      { key: KEYS[1], version: 6 },
    ])
    expect(setDays.versions('what?', input)).toEqual([])
  })
  it('gives no version for a day on which a colleague’s change is unseen', () => {
    const mon = aDay({ id: 43, date: MON, status: 'firing_process', description: 'Theirs', version: 2 })
    expect(setDays.versions({ days: [mon], cleared: [{ date: SAT, version: 3 }] }, input)).toEqual([])
  })
  it('needs at least one day', () => {
    expect(z.safeParse(setDays.input, setting()).success).toBe(false)
  })
})

describe('undoing a change of several days', () => {
  it('starts from the versions that the user saw', () => {
    const [back] = backOf(input)
    expect(bodyOf(back!)).toEqual({
      driver: 12,
      days: [
        { date: SAT, seen: 2, status: 'on_the_road' },
        { date: SUN, seen: 0, status: 'on_the_road', description: 'Omaha' },
        { date: MON, seen: null, status: null },
      ],
    })
  })
  it('shows all days as before, and undoing it again shows the change again', () => {
    const [back] = backOf(input)
    const [again] = backOf(back!)
    const rows = [sat, sun, null]
    const on = (...inputs: readonly Input[]) =>
      [SAT, SUN, MON].map((date, at) => shownOn(date, rows[at] ?? null, ...inputs))
    expect(on(input, back!)).toEqual([['on_the_road', 'Toledo'], ['on_the_road', 'Omaha'], null])
    expect(on(input, back!, again!)).toEqual(on(input))
    expect(again?.days.map(({ date, to }) => ({ date, to }))).toEqual(input.days.map(({ date, to }) => ({ date, to })))
  })
  it('is not needed if nothing was changed', () => {
    expect(backOf(setting({ date: SAT, was: sat, to: { status: sat.status } }))).toEqual([])
  })
})

describe('the fields of a change of several days', () => {
  it('are a status and a description for each day, and one field for a cleared day', () => {
    const both = setting({ date: SAT, was: sat, to: { status: 'on_vacation', description: 'Home' } }, cleared)
    expect(setDays.fields?.(both).map(({ names }) => names)).toEqual([
      [`${SAT}.status`],
      [`${SAT}.description`],
      [`${SUN}.status`, `${SUN}.description`],
    ])
    expect(fieldOf(both, `${SAT}.status`)).toMatchObject({ was: 'on_the_road', yours: 'on_vacation' })
    expect(fieldOf(both, `${SUN}.status`)).toMatchObject({ was: 'on_the_road', yours: null })
  })
  it('can each be left out, and without the last one no change remains', () => {
    const one = fieldOf(input, `${SAT}.status`)?.without()
    expect(bodyOf(one!)).toEqual(bodyOf(setting(cleared, planned)))
    expect(setDays.describe(one!)).toEqual(setDays.describe(setting(cleared, planned)))
    expect(fieldOf(one!, `${SAT}.status`)).toBeUndefined()
    expect(backOf(one!)[0]?.days.map(({ date }) => date)).toEqual([SUN, MON])
    const two = fieldOf(one!, `${SUN}.status`)?.without()
    expect(bodyOf(two!)).toEqual(bodyOf(setting(planned)))
    expect(fieldOf(two!, `${MON}.status`)?.without()).toBeNull()
  })
  it('of a day that is left out have no effect on it, but the day stays among the touched records', () => {
    const remaining = fieldOf(input, `${SAT}.status`)?.without() ?? input
    expect(setDays.touches(remaining)).toEqual(KEYS)
    expect(setDays.effects(remaining).map(({ key }) => key)).toEqual([`12/${SUN}`, `12/${MON}`])
    const theirs = { ...sat, version: 9 }
    expect(setDays.rebase?.(remaining, [theirs]).days[0]).toEqual({ date: SAT, was: theirs, to: {} })
    expect(setDays.rebase?.(remaining, []).days[0]).toEqual({ date: SAT, was: null, to: {} })
  })
  it('of a planned day can lose the description alone, but without a status no day is planned', () => {
    expect(fieldOf(input, `${MON}.description`)?.without()?.days[2]).toEqual({
      ...planned,
      to: { status: 'firing_process' },
    })
    expect(fieldOf(input, `${MON}.status`)?.without()?.days[2]).toEqual({ ...planned, to: {} })
  })
  it('can each be edited', () => {
    expect(fieldOf(input, `${SAT}.status`)?.with('firing_process').days[0]?.to).toEqual({ status: 'firing_process' })
    expect(fieldOf(input, `${MON}.description`)?.with('Call').days[2]?.to).toEqual({
      status: 'firing_process',
      description: 'Call',
    })
  })
})

describe('a change of several days in a conflict', () => {
  const onto = (current: unknown, of = input) => setDays.rebase?.(of, current) ?? of
  const theirs = { ...sat, status: 'detention__layover' as const, version: 9 }

  it('is rebased on the days as they are now', () => {
    const mon = aDay({ id: 43, date: MON, version: 1 })
    expect(bodyOf(onto([theirs, sun, mon]))).toMatchObject({ days: [{ seen: 9 }, { seen: 5 }, { seen: 1 }] })
    expect(fieldOf(onto([theirs, sun, mon]), `${SAT}.status`)?.was).toBe('detention__layover')
  })
  it('plans a cleared day again, with its former status', () => {
    const noted = setting({ date: SAT, was: sat, to: { description: 'Home' } })
    const [day] = onto([], noted).days
    expect(day).toEqual({ date: SAT, was: null, to: { status: 'on_the_road', description: 'Home' }, anew: 'held' })
    expect(onto([], setting(changed)).days[0]?.to).toEqual({ status: 'on_vacation', description: 'Toledo' })
  })
  it('leaves a cleared day cleared if the user accepts that', () => {
    const noted = onto([], setting({ date: SAT, was: sat, to: { description: 'Home' } }))
    expect(fieldOf(noted, `${SAT}.description`)?.without()).toBeNull()
    const proposed = onto([], setting(changed))
    expect(fieldOf(proposed, `${SAT}.status`)?.without()).toBeNull()
    expect(fieldOf(proposed, `${SAT}.description`)?.without()?.days[0]?.to).toEqual({ status: 'on_vacation' })
  })
  it('leaves a day as it is that both cleared or that is not planned', () => {
    expect(onto([], setting(cleared, planned)).days).toEqual([{ ...cleared, was: null }, planned])
  })
  it('stays unchanged if the server’s days cannot be read', () => {
    expect(onto({ days: 'none' })).toBe(input)
  })
})

describe('the words of a change of several days', () => {
  const wordsOf = (...days: readonly DayChange[]) => setDays.describe(setting(...days))
  const to = (date: string, part: DayChange['to']): DayChange => ({ date, was: null, to: part })

  it.each([
    ['one day', [to(SAT, { status: 'on_vacation', description: 'Home' })], 'Vacation, Description: “Home”'],
    ['a cleared day', [cleared], 'Nothing planned'],
    ['a removed description', [{ date: SAT, was: sat, to: { description: '' } }], 'Description removed'],
    ['a planned day without a description', [to(SAT, { status: 'on_vacation', description: '' })], 'Vacation'],
    [
      'days that get the same content',
      [to(SAT, { status: null }), to(SUN, { status: null })],
      '2 days: Nothing planned',
    ],
    [
      'the first of many days that differ',
      [changed, cleared, planned, to(TUE, { status: null }), to(WED, { status: null })],
      'Sat 11/21/26: Vacation · Sun 11/22/26: Nothing planned · Mon 11/23/26: Firing, Description: “HR” · and 2 more',
    ],
  ])('describe %s', (_, days, change) => {
    expect(wordsOf(...days).change).toBe(change)
  })
  it('name the driver and the days', () => {
    expect(wordsOf(changed).record).toBe('Maria Lopez, Sat 11/21/26')
    expect(wordsOf(changed, planned).record).toBe('Maria Lopez, Sat 11/21/26 to Mon 11/23/26')
  })
})
