import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/** Tags of fields that users type in, up to the end of the tag. */
const FIELDS = /<(?:TextInput|Textarea|textarea|input|SecretInput|PasswordInput)\b.*?\/>/gs
/** Input types that users do not type in. */
const NOT_TYPED = /type="(?:checkbox|radio|file|range)"/
/** Shared field components: their callers pass `autoComplete`. */
const PASSED_ON = /\.\.\.props/

/** The fields of a source file that let a browser store typed text, as suggestions and in its session-restore files. */
const rememberedFields = (source: string): readonly string[] =>
  (source.match(FIELDS) ?? []).filter((tag) => ![/\bautoComplete=/, NOT_TYPED, PASSED_ON].some((one) => one.test(tag)))

describe('typed input', () => {
  test('is not remembered by browsers: each field sets autoComplete', () => {
    const files = globSync('src/**/*.tsx')
    expect(files.length).toBeGreaterThan(100)
    expect(
      files.flatMap((path) => rememberedFields(readFileSync(path, 'utf8')).map((tag) => `${path}: ${tag}`)),
    ).toEqual([])
  })

  test('would be remembered if a field did not set autoComplete', () => {
    expect(
      rememberedFields('<div><Textarea\n  label="Note"\n  onChange={(event) => change(event)}\n/></div>'),
    ).toHaveLength(1)
    expect(rememberedFields('<input type="search" value={typed} />')).toHaveLength(1)
    expect(rememberedFields('<PasswordInput value={typed} />')).toHaveLength(1)
    expect(rememberedFields('<input type="radio" name={name} /><TextInput autoComplete="off" />')).toEqual([])
  })
})
