import { describe, expect, test } from 'vitest'
import { choiceWords, firstStep } from '#src/ui/date-selector/choice-words.ts'
import { openedEntry, picked } from '#src/ui/date-selector/date-entry.ts'

const today = '2026-11-25'
const opened = (endDate: string | null) => openedEntry({ startDate: today, endDate }, today, {})
const WEDNESDAY = 'Wednesday, November 25, 2026'

describe('what a selector of days says of the choice', () => {
  test('promises nothing without an end where a last day is needed', () => {
    const asks = { isRange: true, isEndOptional: false }
    expect(choiceWords(opened(null), asks)).toBe(
      `From ${WEDNESDAY}: kept only with a last day. Choose the first and the last day.`,
    )
    expect(choiceWords(picked(opened(null), today, true), asks)).toBe(`From ${WEDNESDAY}. Choose the last day.`)
    expect(choiceWords(opened(today), asks)).toBe(WEDNESDAY)
  })

  test('says that a status may stay without an end where a button keeps it so', () => {
    expect(choiceWords(opened(null), { isRange: true, isEndOptional: true })).toBe(
      `From ${WEDNESDAY}, without an end unless a first and a last day are chosen.`,
    )
  })

  test('names a single day, and what to do while there is none', () => {
    expect(choiceWords(opened(null), { isRange: false, isEndOptional: false })).toBe(WEDNESDAY)
    expect([firstStep(true), firstStep(false)]).toEqual(['Choose the first day.', 'Choose a day.'])
  })
})
