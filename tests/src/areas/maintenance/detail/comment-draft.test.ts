import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { COMMENT_DRAFT } from '#src/areas/maintenance/detail/comment-draft.ts'
import { anInspection } from '#tests/support/builders/an-inspection.ts'

/** The parts of an inspection that an earlier version of the app stored with a comment draft. */
function earlierInspection(): unknown {
  const corpus = new URL('../../corpus/maintenance.comment.v1.json', import.meta.url)
  return JSON.parse(readFileSync(corpus, 'utf8')).unsettled[0].input.was
}

test('a comment draft stored by an earlier version of the app can be continued', () => {
  const typed = COMMENT_DRAFT.schema.parse({ was: earlierInspection(), text: 'Axle greased' })
  expect(typed).toMatchObject({ text: 'Axle greased', was: { id: 4711, service_type_display: 'PM A', comments: [] } })
  expect(COMMENT_DRAFT.words(typed).record).toBe('an inspection of Truck 1042 · Kenworth T680')
})

test('a comment draft of this version is read unchanged', () => {
  const typed = { was: anInspection(), text: 'Axle greased' }
  expect(COMMENT_DRAFT.schema.parse(typed)).toEqual(typed)
})

test.each([null, {}, { date: 7 }, { ...anInspection(), defects: 'none' }])(
  'a comment draft about something that is not an inspection is refused: %j',
  (was) => {
    expect(COMMENT_DRAFT.schema.safeParse({ was, text: '' }).success).toBe(false)
  },
)
