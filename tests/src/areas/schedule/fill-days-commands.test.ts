import { describe, expect, it } from 'vitest'
import type { ScheduleDay } from '#contract/boards/schedule.ts'
import { scheduleChanges } from '#contract/boards/schedule-changes.ts'
import { fillDays } from '#src/areas/schedule/fill-days-commands.ts'
import { setDays } from '#src/areas/schedule/set-days-commands.ts'
import { aDay, ids } from './schedule-builders.ts'

const driverName = 'Maria Lopez'
const newId = ids()
const [SAT, SUN, MON] = ['2026-11-21', '2026-11-22', '2026-11-23'] as const
type Fill = Parameters<typeof fillDays.effects>[0]
const fill = (...days: readonly (ScheduleDay | null)[]): Fill => ({
  driver: 12,
  driverName,
  status: 'on_vacation',
  days: days.map((was, at) => ({ date: `2026-11-${21 + at}`, was, client_id: was ? null : newId() })),
})
const sat = aDay({ id: 41, date: SAT, description: 'Toledo', version: 2 })
const mon = aDay({ id: 43, date: MON, status: 'on_vacation', version: 4 })
const input = fill(sat, null, mon)
const [, missingDay] = input.days
const fieldOf = (of: Fill, name: string) => fillDays.fields?.(of).find(({ names }) => names[0] === name)
const bodyOf = (of: unknown) => fillDays.request(of as never).body

describe('a status for a run of days', () => {
  it('sends the version seen of each day, and client ids for missing days', () => {
    const body = {
      date_from: SAT,
      date_to: MON,
      driver_id: 12,
      status: 'on_vacation',
      client_ids: { [SUN]: missingDay?.client_id },
      seen: { [SAT]: 2, [SUN]: 0, [MON]: 4 },
      except: [],
    }
    expect(bodyOf(input)).toEqual(body)
    expect(scheduleChanges.bulkEdit.body?.safeParse(body).success).toBe(true)
  })

  it('is undone as one change: days that had the status stay, and days that it created are cleared', () => {
    const back = fillDays.inverse?.(input) ?? []
    expect(back.map(({ command }) => command)).toEqual([setDays])
    expect(setDays.request(back[0]?.input as never).body).toEqual({
      driver: 12,
      days: [
        { date: SAT, seen: 2, status: 'on_the_road' },
        { date: SUN, seen: null, status: null },
      ],
    })
  })
  it('gives versions only for days without a colleague’s unseen change', () => {
    const theirs = aDay({ id: 42, date: SUN, status: 'on_vacation', description: 'Theirs', version: 1 })
    expect(fillDays.versions([{ ...sat, status: 'on_vacation', version: 3 }, theirs, mon], input)).toEqual([
      { key: `day/12/${SAT}`, version: 3 },
      { key: `day/12/${MON}`, version: 4 },
    ])
  })
  it('that changed nothing needs no undo', () => {
    expect(fillDays.inverse?.(fill({ ...sat, status: 'on_vacation' }))).toEqual([])
  })

  it('with a day left out has no effect on that day, and tells the server to skip it', () => {
    const remaining = fieldOf(input, `${SAT}.status`)?.without()
    expect(remaining?.days[0]).toEqual({ ...input.days[0], keeps: true })
    expect(bodyOf(remaining)).toMatchObject({ date_from: SAT, seen: { [SUN]: 0, [MON]: 4 }, except: [SAT] })
    expect(fillDays.effects(remaining!).map(({ key }) => key)).toEqual([`12/${SUN}`, `12/${MON}`])
    expect(fillDays.touches(remaining!)).toEqual(fillDays.touches(input))
    expect(fillDays.describe(remaining!).change).toBe('Status of 2 days: Vacation')
  })
  it('with a new day left out sends no client id for it', () => {
    expect(bodyOf(fieldOf(input, `${SUN}.status`)?.without())).toMatchObject({ client_ids: {}, except: [SUN] })
  })
  it('with every day left out is no change', () => {
    const two = fill(sat, null)
    const one = fieldOf(two, `${SAT}.status`)?.without()
    expect(fillDays.describe(one!).change).toBe('Status of 1 day: Vacation')
    expect(fieldOf(one!, `${SAT}.status`)).toBeUndefined()
    expect(fieldOf(one!, `${SUN}.status`)?.without()).toBeNull()
  })
  it('can be edited to another status as a whole, not day by day', () => {
    expect(fieldOf(input, 'status')?.with('firing_process')).toEqual({ ...input, status: 'firing_process' })
    expect(fieldOf(input, 'status')?.without()).toBeNull()
    expect(fieldOf(input, `${MON}.status`)?.as).toEqual({ is: 'unchangeable' })
  })

  it('is rebased on the days as they are after colleagues cleared one and planned one', () => {
    const sun = aDay({ id: 42, date: SUN, version: 7 })
    const onto = fillDays.rebase?.(input, [sun, mon])
    expect(onto?.days.map(({ was }) => was)).toEqual([null, sun, mon])
    expect(bodyOf(onto)).toMatchObject({ seen: { [SAT]: 0, [SUN]: 7, [MON]: 4 } })
    expect(fillDays.rebase?.(input, { id: 3 })).toBe(input)
  })
})
