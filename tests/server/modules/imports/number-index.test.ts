import { describe, expect, test } from 'vitest'
import { numberIndex } from '#server/records/owners/number-index.ts'

/** Truck a had number 205 until November 10, and truck b has it now. The number of c never changed. */
const NOW = [
  { id: 'a', code: '305' },
  { id: 'b', code: '205' },
  { id: 'c', code: '400' },
]
const FORMER = [{ id: 'a', code: '205', since: null, until: '2026-11-10' }]

describe('a number from before a renumbering', () => {
  const find = numberIndex(NOW, FORMER)

  test.each(['205', '#205', '0205', '205.0', ' 2-05', '2.05E+02'])(
    'finds the truck that had it on the day, written as %s',
    (number) => {
      expect(find(number, '2026-11-09')).toEqual({ id: 'a', candidates: [] })
      expect(find(number, '2026-11-10')).toEqual({ id: 'b', candidates: [] })
      expect(find(number, '2026-11-20')).toEqual({ id: 'b', candidates: [] })
    },
  )

  test.each(['400', '#400', '0400'])(
    'finds the same truck on every day if it never changed, written as %s',
    (number) => {
      expect(find(number, '2025-01-01').id).toBe('c')
      expect(find(number, '2026-11-20').id).toBe('c')
    },
  )

  test.each(['205', '#0205'])('finds no truck after its last day, written as %s', (number) => {
    const gone = numberIndex([{ id: 'a', code: '305' }], FORMER)
    expect(gone(number, '2026-11-09').id).toBe('a')
    expect(gone(number, '2026-11-10').id).toBe('a')
    expect(gone(number, '2026-11-11').id).toBeNull()
  })
})

describe('a number that two trucks have in nearly the same spelling', () => {
  const find = numberIndex([...NOW, { id: 'd', code: '0205' }], FORMER)

  test('finds the truck with exactly this spelling', () => {
    expect(find('0205', '2026-11-09')).toEqual({ id: 'd', candidates: [] })
    expect(find('205', '2026-11-09').id).toBe('a')
  })

  test('finds both trucks as candidates when it is spelled like neither', () => {
    expect(find('#205', '2026-11-09')).toEqual({ id: null, candidates: ['a', 'd'] })
    expect(find('#205', '2026-11-20')).toMatchObject({ id: null, candidates: ['b', 'd'] })
  })
})
