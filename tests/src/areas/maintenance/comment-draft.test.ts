import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { COMMENT_DRAFT } from '#src/areas/maintenance/detail/comment-draft.ts'
import { anInspection } from '#tests/support/builders/an-inspection.ts'

/** As much of an inspection as a former version of the app kept with what was typed about it. */
function keptBefore(): unknown {
  const corpus = new URL('../corpus/maintenance.comment.v1.json', import.meta.url)
  return JSON.parse(readFileSync(corpus, 'utf8')).unsettled[0].input.was
}

test('a comment that was typed in a former version of the app is gone on with', () => {
  const typed = COMMENT_DRAFT.schema.parse({ was: keptBefore(), text: 'Axle greased' })
  expect(typed).toMatchObject({ text: 'Axle greased', was: { id: 4711, service_type_display: 'PM A', comments: [] } })
  expect(COMMENT_DRAFT.words(typed).record).toBe('an inspection of Truck 1042 · Kenworth T680')
})

test('one of this version stands as it was', () => {
  const typed = { was: anInspection(), text: 'Axle greased' }
  expect(COMMENT_DRAFT.schema.parse(typed)).toEqual(typed)
})

test.each([null, {}, { date: 7 }, { ...anInspection(), defects: 'none' }])(
  'what is no inspection is refused: %j',
  (was) => {
    expect(COMMENT_DRAFT.schema.safeParse({ was, text: '' }).success).toBe(false)
  },
)
