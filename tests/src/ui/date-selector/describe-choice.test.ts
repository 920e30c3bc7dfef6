import { describe, expect, test } from 'vitest'
import { openedEntry, withPickedDay } from '#src/ui/date-selector/date-entry.ts'
import { describeChoice, firstInstruction } from '#src/ui/date-selector/describe-choice.ts'

const today = '2026-11-25'
const opened = (endDate: string | null) => openedEntry({ startDate: today, endDate }, today, {})
const WEDNESDAY = 'Wednesday, November 25, 2026'

describe('the description of the selected days', () => {
  test('does not promise a range without an end where a last day is required', () => {
    const asks = { isRange: true, isEndOptional: false }
    expect(describeChoice(opened(null), asks)).toBe(
      `From ${WEDNESDAY}: kept only with a last day. Choose the first and the last day.`,
    )
    expect(describeChoice(withPickedDay(opened(null), today, true), asks)).toBe(
      `From ${WEDNESDAY}. Choose the last day.`,
    )
    expect(describeChoice(opened(today), asks)).toBe(WEDNESDAY)
  })

  test('states that the range may stay without an end where a button keeps it open', () => {
    expect(describeChoice(opened(null), { isRange: true, isEndOptional: true })).toBe(
      `From ${WEDNESDAY}. No end date yet.`,
    )
  })

  test('names a single day, and the instruction while none is selected', () => {
    expect(describeChoice(opened(null), { isRange: false, isEndOptional: false })).toBe(WEDNESDAY)
    expect([firstInstruction(true), firstInstruction(false)]).toEqual(['Choose the first day.', 'Choose a day.'])
  })
})
