import { describe, expect, test } from 'vitest'
import type { ScheduleDay } from '#contract/boards/schedule.ts'
import type { DutyStatus } from '#contract/people/driver-choices.ts'
import type { RowEdit } from '#src/areas/schedule/day/day-edit.ts'
import { rowDraft } from '#src/areas/schedule/row-draft-commands.ts'
import { UndoHistory } from '#src/boards/schedule/edits/undo-history.ts'
import { aDay } from '#tests/src/areas/schedule/schedule-builders.ts'

const DATE = '2026-11-24'
const MARIA = { id: 12, name: 'Maria Lopez' }

/**
 * A day of one driver with its undo history. `answer`: the user's reply to each question before the day becomes Firing.
 */
function aHistory(first: DutyStatus | null, answer: boolean) {
  const day = (status: DutyStatus | null) => (status === null ? null : aDay({ date: DATE, status }))
  const statuses = [first]
  const questions: string[][] = []
  const history = new UndoHistory({
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
    await history.apply(
      () => rows,
      () => '',
    )
    statuses.push(to)
  }
  const confirmFiring = async (rows: readonly RowEdit[]) => {
    questions.push(rows.map(({ driver, targets }) => [driver.name, ...targets.map(({ date }) => date)].join(' ')))
    return answer
  }
  const redo = async (to: DutyStatus) => {
    const again = await history.redo(confirmFiring)
    if (again) statuses.push(to)
    return again
  }
  return { questions, history, set, confirmFiring, redo, now: () => statuses.at(-1) ?? null }
}

describe('undo and redo keys that would make a day Firing again', () => {
  test.each(['on_the_road', 'on_vacation', null] as const)(
    'ask before a redo over %s, and “no” leaves everything unchanged',
    async (was) => {
      const { questions, history, set, redo, confirmFiring, now } = aHistory(was, false)
      await set('firing_process')
      await history.undo(undefined, confirmFiring)
      expect(questions).toEqual([])
      expect(await redo('firing_process')).toBeNull()
      expect([questions, now()]).toEqual([[['Maria Lopez 2026-11-24']], was])
      expect(history.state()).toEqual({ canUndo: false, canRedo: true })
    },
  )
  test.each(['on_the_road', 'on_vacation', null] as const)(
    'ask before an undo of %s, and “no” leaves everything unchanged',
    async (to) => {
      const { questions, history, set, confirmFiring, now } = aHistory('firing_process', false)
      await set(to)
      expect(await history.undo(undefined, confirmFiring)).toBeNull()
      expect([questions, now()]).toEqual([[['Maria Lopez 2026-11-24']], to])
      expect(history.state()).toEqual({ canUndo: true, canRedo: false })
    },
  )
  test('make the day Firing after “yes”', async () => {
    const { questions, history, set, redo, confirmFiring, now } = aHistory('firing_process', true)
    await set('on_vacation')
    await history.undo(undefined, confirmFiring)
    expect([questions.length, now()]).toEqual([1, 'firing_process'])
    await redo('on_vacation')
    expect([questions.length, now()]).toEqual([1, 'on_vacation'])
  })
  test('ask about no other status, and undo with a pointer does not ask', async () => {
    const { questions, history, set, redo, confirmFiring, now } = aHistory(null, false)
    await set('on_vacation')
    await set('on_the_road')
    await history.undo(undefined, confirmFiring)
    await redo('on_the_road')
    expect(questions).toEqual([])
    await set('firing_process')
    await history.undo()
    expect(await history.redo()).not.toBeNull()
    expect(now()).toBe('on_the_road')
  })
})
