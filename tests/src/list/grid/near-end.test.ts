import { describe, expect, it } from 'vitest'
import { isNearEnd } from '#src/list/grid/near-end.ts'
import { columnsIn } from '#src/list/grid/use-columns.ts'

describe('a list that grows as it is scrolled', () => {
  it('requests the next page four fifths of the way down, not before', () => {
    expect(isNearEnd({ top: 2999, window: 1000, page: 5000 })).toBe(false)
    expect(isNearEnd({ top: 3000, window: 1000, page: 5000 })).toBe(true)
  })

  it('requests the next page immediately if the loaded rows do not fill the window', () => {
    expect(isNearEnd({ top: 0, window: 1000, page: 1000 })).toBe(true)
  })
})

describe('cards side by side', () => {
  it('use one column where two do not fit', () => {
    expect(columnsIn(320, 440)).toBe(1)
    expect(columnsIn(891, 440)).toBe(1)
  })

  it('fill a wide window, including the gaps between them', () => {
    expect(columnsIn(892, 440)).toBe(2)
    expect(columnsIn(2512, 440)).toBe(5)
  })
})
