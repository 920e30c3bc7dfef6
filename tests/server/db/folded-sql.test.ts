import { afterAll, beforeAll, expect, test } from 'vitest'
import { folded, glued } from '#contract/text/folded.ts'
import type { Db } from '#server/db/db.ts'
import { openTestDb } from '#tests/support/server/database.ts'

let db: Db
beforeAll(async () => {
  db = await openTestDb()
})
afterAll(() => db.close())

test('the database folds every character as the device does', async () => {
  const all = Array.from({ length: 0x3_0000 }, (_, point) => point)
    .filter((point) => point > 0 && (point < 0xd800 || point > 0xdfff))
    .map((point) => String.fromCodePoint(point))
  const rows = await db.query<{ character: string; text: string; code: string; whole: boolean }>(
    'test.folded',
    `select c as character, folded(c) as text, glued(c) as code, normalize(c, NFD) = c as whole
     from json_array_elements_text($1::json) c`,
    [JSON.stringify(all)],
  )
  expect(rows).toHaveLength(all.length)
  // An older PostgreSQL does not decompose characters of newer scripts: a few dozen characters beyond U+10000.
  const isYounger = ({ character, whole }: (typeof rows)[number]) =>
    whole && (character.codePointAt(0) ?? 0) > 0xffff && character.normalize('NFD') !== character
  const known = rows.filter((row) => !isYounger(row))
  expect(rows.length - known.length).toBeLessThan(40)
  const other = known.filter(({ character, text, code }) => text !== folded(character) || code !== glued(character))
  expect(other.map(({ character }) => character.codePointAt(0)?.toString(16))).toEqual([])
})

test.each(['José  Núñez', 'O’Brien-Smith, Jr.', 'a \u00a0 b', 'P 48–2100 ', 'ΌΣΟΣ Ёлка', 'Nguye\u0302\u0303n'])(
  'the database folds “%s” as the device does',
  async (text) => {
    const [row] = await db.query('test.folded_one', 'select folded($1) as text', [text])
    expect(row?.text).toBe(folded(text))
  },
)
