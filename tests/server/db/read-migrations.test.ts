import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readMigrations } from '#server/db/migrate.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'haulyard-migrations-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const FIRST = join('0001-0025', '0001-trips.sql')
const SECOND = '0002-tolls.sql'
const THIRD = join('0001-0025', '0003-miles.sql')

function readerOf(...paths: readonly string[]) {
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), `select '${path}'`)
  }
  return () => readMigrations(folder)
}

test('migrations are read in the order of their numbers, from any folder', () => {
  expect(readerOf(THIRD, SECOND, FIRST, 'notes.md')()).toEqual([
    { version: 1, name: '0001-trips.sql', text: `select '${FIRST}'` },
    { version: 2, name: SECOND, text: `select '${SECOND}'` },
    { version: 3, name: '0003-miles.sql', text: `select '${THIRD}'` },
  ])
})

test('a missing number is refused', () => {
  expect(readerOf(FIRST, THIRD)).toThrow('Migration 0003-miles.sql should be number 2, as 0001-name.sql')
})

test('a file without a number is refused', () => {
  expect(readerOf(FIRST, 'tolls.sql')).toThrow('Migration tolls.sql should be number 2, as 0001-name.sql')
})

test.each(['0001-tolls.sql', '0001-trips.sql'])(
  'a duplicate number is refused, and the message names both files: %s',
  (other) => {
    const again = join('0026-0050', other)
    const both = other === '0001-tolls.sql' ? `${again} and ${FIRST}` : `${FIRST} and ${again}`
    expect(readerOf(FIRST, again, SECOND)).toThrow(`Migration 1 is there twice: ${both}`)
  },
)
