import { describe, expect, it } from 'vitest'
import { listDifferences } from './list-differences.ts'

const row = (id: number, status = 'on_the_road') => ({ id, status })
const stored = (...rows: readonly object[]) => ({ rows, count: rows.length })

describe('the comparison of a stored list with the list of the server', () => {
  it('accepts equal rows in the same order', () => {
    expect(listDifferences('drivers', stored(row(1), row(2)), [row(1), row(2)])).toEqual([])
  })
  it('finds a colleague’s change that the device does not have', () => {
    expect(listDifferences('drivers', stored(row(1), row(2)), [row(1), row(2, 'on_vacation')])).toEqual([
      'drivers: on the device, of 2 status is "on_the_road" in place of "on_vacation"',
    ])
  })
  it('finds rows that only one of the two has, and a wrong count', () => {
    expect(listDifferences('drivers', stored(row(1)), [row(1), row(2)])).toEqual([
      'drivers: only the server has 2',
      'drivers: the device counts 1 rows, and the server 2',
    ])
    expect(listDifferences('drivers', stored(row(1), row(2)), [row(1)])).toEqual([
      'drivers: only the device has 2',
      'drivers: the device counts 2 rows, and the server 1',
    ])
  })
  it('finds a wrong order, a row that is there twice, and a list that is not stored', () => {
    const isInOtherOrder = ['drivers is in another order on the device']
    expect(listDifferences('drivers', stored(row(2), row(1)), [row(1), row(2)])).toEqual(isInOtherOrder)
    expect(listDifferences('drivers', { rows: [row(1), row(1)], count: 1 }, [row(1)])).toEqual(isInOtherOrder)
    expect(listDifferences('drivers', null, [row(1)])).toEqual(['drivers is not stored whole'])
  })
})
