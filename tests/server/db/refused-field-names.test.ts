import { expect, test } from 'vitest'
import { fieldNameProblem } from '#scripts/new/refused-names.ts'
import { openTestDb } from '#tests/support/server/database.ts'

test('no reserved word of the database is accepted as the name of a new field', async () => {
  const db = await openTestDb()
  const words = await db.query<{ word: string }>(
    'test.reserved_words',
    "select word from pg_get_keywords() where catcode in ('R', 'T') order by word",
  )
  await db.close()
  expect(words.length).toBeGreaterThan(90)
  expect(words.filter(({ word }) => fieldNameProblem(word) === null)).toEqual([])
})
