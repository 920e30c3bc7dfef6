import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasWords, phraseSearch, searchWords } from '#contract/text/search.ts'
import { MAX_SEARCH } from '#contract/text/search-text.ts'

const finds = (search: string, text: string) => hasWords(text, searchWords(search))

describe('a search', () => {
  test('finds words in any place and any order', () => {
    expect(finds('walsh 104', 'truck 1042 kenworth erin walsh')).toBe(true)
    expect(finds('walsh 105', 'truck 1042 kenworth erin walsh')).toBe(false)
  })

  test('finds a quoted phrase only as whole words in sequence', () => {
    expect(finds('"1042"', '1042 kenworth')).toBe(true)
    expect(finds('"1042"', 'kenworth 1042')).toBe(true)
    expect(finds('"1042"', '1017 kenworth 5310429')).toBe(false)
    expect(finds('"Cody  Hunt"', 'cody hunt cody.hunt@haulyard.example')).toBe(true)
    expect(finds('"Cody Hunt"', 'dakota cody hunter')).toBe(false)
    expect(finds('"cody hunt" 1042', 'cody hunt 1042')).toBe(true)
  })

  test('finds a unit as users name it', () => {
    for (const called of ['unit 5004', 'Truck #5004', 'UNIT: 5004', 'trailer 005004', 'units 5004'])
      expect([called, finds(called, '5004 kenworth')]).toEqual([called, true])
    expect(searchWords('truck kenworth')).toEqual(['truck', 'kenworth'])
    expect(searchWords('my truck')).toEqual(['my', 'truck'])
    expect(searchWords('"unit 5004"')).toEqual(['"unit 5004"'])
  })

  test('ignores an unclosed quote and an empty one', () => {
    expect(searchWords('"53 ft')).toEqual(['53', 'ft'])
    expect(finds('53"', 'trailer 53 dry van')).toBe(true)
    expect(searchWords('"" " " "-"')).toEqual([])
  })

  test('stays the same when its words are joined again', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('a', 'B', '"', ' ', '\t', '4', '0', '1', '#', '.', '+', 'ß', ' unit ', 'truck'),
        }),
        (text) => {
          expect(searchWords(searchWords(text).join(' '))).toEqual(searchWords(text))
        },
      ),
    )
  })

  test('for one record quotes its name, unless a phrase cannot express it', () => {
    expect(phraseSearch('TL-1042')).toBe('"TL-1042"')
    expect(phraseSearch('Mary  Ann Lee')).toBe('Mary  Ann Lee')
    expect(phraseSearch('x'.repeat(MAX_SEARCH - 1))).toBe('x'.repeat(MAX_SEARCH - 1))
    expect(phraseSearch('Dwayne "Rocky" Hill')).toBe('Dwayne "Rocky" Hill')
  })
})
