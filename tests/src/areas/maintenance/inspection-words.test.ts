import { expect, test } from 'vitest'
import { inspectionRecord } from '#src/areas/maintenance/changes/inspection-record.ts'
import { attachedContentWords } from '#src/areas/maintenance/detail/delete-inspection-question.tsx'
import { inspectionHistoryWords } from '#src/areas/maintenance/detail/inspection-history-words.ts'
import { costWords, dueDateWords, lateArrival, milesWords } from '#src/areas/maintenance/inspection-words.ts'
import { momentProblem } from '#src/areas/maintenance/signing/signing-fields.tsx'
import { chicagoInput, chicagoRemark, instantOfInput } from '#src/format/chicago.ts'
import type { HistoryWords } from '#src/history/history-changes.ts'
import { aDefect, anAttachment, anInspection } from '#tests/support/builders/an-inspection.ts'

test('a due date is written dd.MM.yyyy, an odometer with three decimals, and a missing value as None', () => {
  expect([dueDateWords('2026-12-31'), dueDateWords(null)]).toEqual(['31.12.2026', 'None'])
  expect([milesWords(119_800.25), milesWords(0), milesWords(null)]).toEqual(['119,800.250', '0.000', 'None'])
  expect(costWords(412.5)).toBe('$412.50')
})

test('a comment is dated MMM d, h:mm a in company time', () => {
  expect(chicagoRemark(Date.parse('2026-11-21T20:05:00Z'))).toBe('Nov 21, 2:05 PM')
  expect(chicagoRemark(Date.parse('2026-07-04T05:30:00Z'))).toBe('Jul 4, 12:30 AM')
})

test('an arrival time is shown only if it is more than a minute later than the event', () => {
  const received_at = '2026-11-20T15:05:00.000Z'
  expect(lateArrival('2026-11-20T15:04:01.000Z', received_at)).toBeNull()
  expect(lateArrival('2026-11-20T15:03:59.000Z', received_at)).toBe(received_at)
  expect(lateArrival(null, received_at)).toBeNull()
})

test('a signed time is company time, must be complete, and must not be in the future', () => {
  const now = Date.parse('2026-11-21T20:05:30Z')
  expect(chicagoInput(now)).toBe('2026-11-21T14:05')
  expect(instantOfInput('2026-11-21T14:05')).toBe('2026-11-21T20:05:00.000Z')
  expect(momentProblem(chicagoInput(now), now)).toBeUndefined()
  expect(momentProblem('2026-11-21T14:06', now)).toBe('This is in the future.')
  for (const half of ['', 'T14:05', '2026-11-21T']) expect(momentProblem(half, now)).toBe('Please fill out this field')
  expect(momentProblem('2026-11-21T2 o’clock', now)).toBe('Enter a time as hh:mm.')
  expect(momentProblem('0026-11-21T14:05', now)).toBe('Enter a date between 1990 and 2099.')
})

test('the question before an inspection is deleted names the attachments that are deleted with it', () => {
  expect(attachedContentWords(anInspection())).toBe('')
  expect(attachedContentWords(anInspection({ attachments: [anAttachment()] }))).toBe('1 attachment goes with it.')
  expect(attachedContentWords(anInspection({ attachments: [anAttachment(), anAttachment()] }))).toBe(
    '2 attachments go with it.',
  )
})

test('the history of an inspection shows names and labels instead of stored values', () => {
  const others = inspectionHistoryWords([{ id: 2, name: 'Greg Novak' }], [aDefect()])
  const words: HistoryWords = { ...inspectionRecord.fields, ...others }
  const say = (field: string, value: unknown) => {
    const fieldWords = words[field]
    return fieldWords && 'words' in fieldWords ? fieldWords.words(value) : fieldWords?.change(null, value)
  }
  const people = [say('fleet_manager', 2), say('fleet_manager', 5), say('approved_by', null)]
  expect(people).toEqual(['Greg Novak', 'User 5', 'None'])
  expect(say('service_type', 'oil_change')).toBe('Oil Change')
  expect(words['defects.31.state']?.title).toBe('Service Brakes')
  expect([say('defects.31.state', 'repaired'), say('defects.31.settled_by', null)]).toEqual(['Repaired', 'None'])
  expect([say('attachments', 'tire.jpg'), say('comments', 'Axle greased')]).toEqual(['tire.jpg added', 'Axle greased'])
})
