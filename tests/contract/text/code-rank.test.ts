import { describe, expect, test } from 'vitest'
import { byCodeRank, codeRank, isExactRank, type RecordCodes, searchedCode } from '#contract/text/code-rank.ts'
import { searchWords } from '#contract/text/search.ts'

const TRAILER = { number: 'TL-1048', others: ['P 482-193', '104130'] }
const rankOf = (search: string, codes = TRAILER) => codeRank(searchedCode(searchWords(search)), codes)

describe('the rank of a record for a searched code', () => {
  test.each(['TL-1048', 'tl1048', 'TL 1048', 'tl.1048', '1048', '001048', 'trailer 1048', '"TL-1048"'])(
    'is best for its number, however it is spelled: %s',
    (search) => expect(rankOf(search)).toBe(0),
  )

  test.each([
    ['a number that begins with it', 'TL-10', 1],
    ['a number that begins with it after its letters', '104', 1],
    ['the plate', 'P482193', 2],
    ['the plate with hyphens', 'p-482.193', 2],
    ['the plate in words', 'p 482 193', 2],
    ['the end of the VIN', '104130', 3],
    ['a part of the VIN', '4130', 4],
    ['a part of the plate', '482193', 4],
    ['nothing', 'volvo', 4],
  ])('is that of %s', (_, search, rank) => expect(rankOf(search)).toBe(rank))

  test('is not that of a code that the record does not have', () => {
    expect(rankOf('0', { number: '1', others: ['', ''] })).toBe(4)
    expect(codeRank('5', { number: '1', others: [] })).toBe(2)
  })

  test.each(['T-048 10', 'T048 10', 'T 048 10', 'T04810', 't 48 10'])('ignores zeros before a number: %s', (search) => {
    expect(rankOf(search, { number: '1', others: ['T-048 10'] })).toBe(2)
  })

  test('is exact only for a whole code', () => {
    expect([0, 1, 2, 3, 4].filter((rank) => isExactRank(rank, TRAILER))).toEqual([0, 2, 3])
  })

  test('sorts the best match first, then in the given order', () => {
    const rows = ['1019', '1047', 'B-1047', '10470', 'X'].map((number) => ({ number, others: [] }))
    const compare = (a: RecordCodes, b: RecordCodes) => (a.number < b.number ? 1 : -1)
    const sorted = (search: string) =>
      rows.toSorted(byCodeRank(searchedCode(searchWords(search)), (row) => row, compare)).map(({ number }) => number)
    expect(sorted('1047')).toEqual(['B-1047', '1047', '10470', 'X', '1019'])
    expect(sorted('')).toEqual(['X', 'B-1047', '10470', '1047', '1019'])
  })
})
