import { describe, expect, test } from 'vitest'
import type { ScheduleDay } from '#contract/boards/schedule.ts'
import type { DutyStatus } from '#contract/people/driver-choices.ts'
import type { RowEdit } from '#src/areas/schedule/day/day-edit.ts'
import { rowDraft } from '#src/areas/schedule/row-draft-commands.ts'
import { UndoHistory } from '#src/boards/schedule/edits/undo-history.ts'
import { aDay } from '#tests/src/areas/schedule/schedule-builders.ts'

const DATE = '2026-11-24'
const MARIA = { id: 12, name: 'Maria Lopez' }

/** A day of one driver, the trail of what becomes of it, and a person who is asked before it is Firing and says this. */
function aTrail(first: DutyStatus | null, answer: boolean) {
  const day = (status: DutyStatus | null) => (status === null ? null : aDay({ date: DATE, status }))
  const statuses = [first]
  const asked: string[][] = []
  const trail = new UndoHistory({
    submit: async (drafts) => drafts.map((_draft, at) => `${statuses.length}-${at}`),
    takeBack: async () => {
      statuses.pop()
      return 'removed'
    },
    newId: () => 'a',
    loadRowDraft: async () => rowDraft,
    dayNow: () => day(statuses.at(-1) ?? null) satisfies ScheduleDay | null,
  })
  const row = (to: DutyStatus | null): RowEdit => ({
    driver: MARIA,
    targets: [{ date: DATE, was: day(statuses.at(-1) ?? null), to: to && { status: to, description: '' } }],
  })
  const set = async (to: DutyStatus | null) => {
    const rows = [row(to)]
    await trail.apply(
      () => rows,
      () => '',
    )
    statuses.push(to)
  }
  const mayFire = async (rows: readonly RowEdit[]) => {
    asked.push(rows.map(({ driver, targets }) => [driver.name, ...targets.map(({ date }) => date)].join(' ')))
    return answer
  }
  const redo = async (to: DutyStatus) => {
    const again = await trail.redo(mayFire)
    if (again) statuses.push(to)
    return again
  }
  return { asked, trail, set, mayFire, redo, now: () => statuses.at(-1) ?? null }
}

describe('keys that would make a day Firing again', () => {
  test.each(['on_the_road', 'on_vacation', null] as const)(
    'ask at a redo over %s; no leaves all as it is',
    async (was) => {
      const { asked, trail, set, redo, mayFire, now } = aTrail(was, false)
      await set('firing_process')
      await trail.undo(undefined, mayFire)
      expect(asked).toEqual([])
      expect(await redo('firing_process')).toBeNull()
      expect([asked, now()]).toEqual([[['Maria Lopez 2026-11-24']], was])
      expect(trail.state()).toEqual({ canUndo: false, canRedo: true })
    },
  )
  test.each(['on_the_road', 'on_vacation', null] as const)(
    'ask at an undo of %s; no leaves all as it is',
    async (to) => {
      const { asked, trail, set, mayFire, now } = aTrail('firing_process', false)
      await set(to)
      expect(await trail.undo(undefined, mayFire)).toBeNull()
      expect([asked, now()]).toEqual([[['Maria Lopez 2026-11-24']], to])
      expect(trail.state()).toEqual({ canUndo: true, canRedo: false })
    },
  )
  test('do it after a yes', async () => {
    const { asked, trail, set, redo, mayFire, now } = aTrail('firing_process', true)
    await set('on_vacation')
    await trail.undo(undefined, mayFire)
    expect([asked.length, now()]).toEqual([1, 'firing_process'])
    await redo('on_vacation')
    expect([asked.length, now()]).toEqual([1, 'on_vacation'])
  })
  test('ask of nothing else, and a pointer is not asked', async () => {
    const { asked, trail, set, redo, mayFire, now } = aTrail(null, false)
    await set('on_vacation')
    await set('on_the_road')
    await trail.undo(undefined, mayFire)
    await redo('on_the_road')
    expect(asked).toEqual([])
    await set('firing_process')
    await trail.undo()
    expect(await trail.redo()).not.toBeNull()
    expect(now()).toBe('on_the_road')
  })
})
