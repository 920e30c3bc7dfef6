import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/** Fields in which people type, each to the end of its tag. */
const FIELDS = /<(?:TextInput|Textarea|textarea|input|SecretInput)\b.*?\/>/gs
/** Nothing is typed there. */
const NOT_TYPED = /type="(?:checkbox|radio|file|range)"/
/** The machinery's own, to which the word is handed. */
const HANDED = /\.\.\.props/

/** The fields of a source that let a browser keep what is typed: in its suggestions, and in its files for a restart. */
const remembered = (source: string): readonly string[] =>
  (source.match(FIELDS) ?? []).filter((tag) => ![/\bautoComplete=/, NOT_TYPED, HANDED].some((one) => one.test(tag)))

describe('what is typed into a field', () => {
  test('is remembered by no browser: each field says so', () => {
    const files = globSync('src/**/*.tsx')
    expect(files.length).toBeGreaterThan(100)
    expect(files.flatMap((path) => remembered(readFileSync(path, 'utf8')).map((tag) => `${path}: ${tag}`))).toEqual([])
  })

  test('would be where one says nothing', () => {
    expect(remembered('<div><Textarea\n  label="Note"\n  onChange={(event) => change(event)}\n/></div>')).toHaveLength(
      1,
    )
    expect(remembered('<input type="search" value={typed} />')).toHaveLength(1)
    expect(remembered('<input type="radio" name={name} /><TextInput autoComplete="off" />')).toEqual([])
  })
})
