import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { MAX_DESCRIPTION } from '#contract/boards/schedule.ts'
import { scheduleChanges } from '#contract/boards/schedule-changes.ts'
import { descriptionCount, descriptionOf, descriptionTrouble } from '#src/areas/schedule/day/day-description.ts'
import { dayDraft } from '#src/areas/schedule/day/day-draft.ts'
import { aDay } from '#tests/src/areas/schedule/schedule-builders.ts'

const text = (length: number) => 'x'.repeat(length)
const isAccepted = (description: string) =>
  z.safeParse(scheduleChanges.update.body, { description: descriptionOf(description) }).success

describe('a typed description', () => {
  test('shows its length near its limit and above it, not before', () => {
    expect([0, 449, 450, 500, 512].map((length) => descriptionCount(text(length)))).toEqual([
      null,
      null,
      '450 of 500 characters',
      '500 of 500 characters',
      '512 of 500 characters',
    ])
  })

  test('that is too long is refused with the number of characters to remove', () => {
    expect(descriptionTrouble(text(512))).toBe(
      'A description has at most 500 characters; this one has 512. Take out 12, then save again.',
    )
  })

  test.each([
    ['at the limit', text(MAX_DESCRIPTION)],
    ['above the limit', text(MAX_DESCRIPTION + 1)],
    ['at the limit, with blanks around it that are not sent', ` ${text(MAX_DESCRIPTION)}\n`],
    ['with characters of two UTF-16 code units', '🚚'.repeat(MAX_DESCRIPTION / 2 + 1)],
  ])('is refused here exactly when the server would refuse it: %s', (_, typed) => {
    expect(descriptionTrouble(typed) === null).toBe(isAccepted(typed))
  })

  test('that is too long is stored as a draft and read back completely', () => {
    const typed = {
      driver: { id: 12, name: 'Maria Lopez' },
      date: '2026-11-21',
      dates: ['2026-11-21'],
      seen: [aDay()],
      values: { status: 'on_vacation' as const, description: text(5000), reach: '2026-11-21' },
    }
    expect(z.parse(dayDraft.schema, structuredClone(typed))).toEqual(typed)
  })
})
