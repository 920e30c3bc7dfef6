import { describe, expect, it } from 'vitest'
import { chosenFirst, isChanged, matchingChoices, toggled } from '#src/list/filter/check-choices.ts'
import { selectionAfter } from '#src/list/selection.ts'

const units = ['1001', '1042', 'TL-1001 (asset)'].map((title) => ({ value: title, title }))
const titles = (of: readonly { readonly title: string }[]) => of.map(({ title }) => title)

describe('several choices of many', () => {
  it('are found by every word that is typed', () => {
    expect(titles(matchingChoices(units, 'tl 1001'))).toEqual(['TL-1001 (asset)'])
    expect(titles(matchingChoices(units, '1001'))).toEqual(['1001', 'TL-1001 (asset)'])
    expect(matchingChoices(units, ' ')).toBe(units)
  })

  it('begin with those that are chosen', () => {
    expect(titles(chosenFirst(units, new Set(['TL-1001 (asset)'])))).toEqual(['TL-1001 (asset)', '1001', '1042'])
  })

  it('can be saved once they are others than before, and not when they are the same again', () => {
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

describe('rows that are ticked', () => {
  const order = ['a', 'b', 'c', 'd']
  const tick = (on: readonly string[], key: string, before: string | null, isRange: boolean) =>
    [...selectionAfter(new Set(on), { key, before, isRange }, order)].sort().join('')

  it('are selected one by one, and again not', () => {
    expect(tick([], 'b', null, false)).toBe('b')
    expect(tick(['b', 'c'], 'b', 'c', false)).toBe('c')
  })

  it('take all between along with Shift, in either direction', () => {
    expect(tick(['a'], 'c', 'a', true)).toBe('abc')
    expect(tick(['d'], 'b', 'd', true)).toBe('bcd')
    expect(tick(['a', 'b', 'c', 'd'], 'c', 'b', true)).toBe('ad')
  })

  it('stand alone with Shift where the row before has gone', () => {
    expect(tick(['z'], 'b', 'z', true)).toBe('bz')
    expect(tick([], 'b', null, true)).toBe('b')
  })
})
