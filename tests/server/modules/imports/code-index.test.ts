import { expect, test } from 'vitest'
import { plateKey } from '#contract/text/code-keys.ts'
import { codeIndex } from '#server/records/owners/code-index.ts'

/** Units that count how often their codes are read. */
function countedUnits(codes: readonly string[]) {
  const reads = { times: 0 }
  const units = codes.map((code, n) => ({
    id: `${n}`,
    get code() {
      reads.times++
      return code
    },
  }))
  return { units, reads }
}

test.each([
  ['numbers', undefined],
  ['plates', plateKey],
])('%s that no unit has are looked up without reading all units', (_, loose) => {
  const { units, reads } = countedUnits(Array.from({ length: 2000 }, (_, n) => `7002410${n + 1000}`))
  const find = codeIndex(units, loose)
  reads.times = 0
  for (const spelled of ['P482100', '#77', '7002419999', '12.0', '7.00E+09x'])
    expect(find(spelled)).toEqual({ id: null, candidates: [] })
  expect(reads.times).toBe(0)
  expect(find('7.00241E+10').candidates).toHaveLength(2000)
  expect(find('7.0024E+05').candidates).toEqual([])
})
