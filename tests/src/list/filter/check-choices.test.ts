import { describe, expect, it } from 'vitest'
import { chosenFirst, isChanged, matchingChoices, toggled } from '#src/list/filter/check-choices.ts'
import { selectionAfter } from '#src/list/selection.ts'

const units = ['1001', '1042', 'TL-1001 (asset)'].map((title) => ({ value: title, title }))
const titles = (of: readonly { readonly title: string }[]) => of.map(({ title }) => title)

describe('multiple choices in a filter', () => {
  it('are found by every typed word', () => {
    expect(titles(matchingChoices(units, 'tl 1001'))).toEqual(['TL-1001 (asset)'])
    expect(titles(matchingChoices(units, '1001'))).toEqual(['1001', 'TL-1001 (asset)'])
    expect(matchingChoices(units, ' ')).toBe(units)
  })

  it('start with the selected choices', () => {
    expect(titles(chosenFirst(units, new Set(['TL-1001 (asset)'])))).toEqual(['TL-1001 (asset)', '1001', '1042'])
  })

  it('can be saved if they differ from before, and not after a change back', () => {
    const before = new Set(['1042'])
    const more = toggled(before, '1001')
    expect([isChanged(before, before), isChanged(before, more), isChanged(before, toggled(more, '1001'))]).toEqual([
      false,
      true,
      false,
    ])
    expect(isChanged(before, toggled(more, '1042'))).toBe(true)
    expect(isChanged(before, new Set())).toBe(true)
  })
})

describe('selected rows', () => {
  const order = ['a', 'b', 'c', 'd']
  const tick = (on: readonly string[], key: string, before: string | null, isRange: boolean) =>
    [...selectionAfter(new Set(on), { key, before, isRange }, order)].sort().join('')

  it('are selected and cleared one by one', () => {
    expect(tick([], 'b', null, false)).toBe('b')
    expect(tick(['b', 'c'], 'b', 'c', false)).toBe('c')
  })

  it('are selected or cleared as a range with Shift, in either direction', () => {
    expect(tick(['a'], 'c', 'a', true)).toBe('abc')
    expect(tick(['d'], 'b', 'd', true)).toBe('bcd')
    expect(tick(['a', 'b', 'c', 'd'], 'c', 'b', true)).toBe('ad')
  })

  it('are selected singly with Shift if the previous row is gone', () => {
    expect(tick(['z'], 'b', 'z', true)).toBe('bz')
    expect(tick([], 'b', null, true)).toBe('b')
  })
})
