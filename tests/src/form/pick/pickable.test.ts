import { describe, expect, it } from 'vitest'
import { choiceByKey, grouped, matchingChoices, optionId } from '#src/form/pick/pickable.ts'

const none = { value: '', title: 'No truck' }
const free = { value: '1060', title: '1060 · Freightliner Cascadia 2021', group: 'Unassigned' }
const other = { value: '1042', title: '1042 · Volvo VNL 2020 · Maria Lopez', group: 'Of other drivers' }
const all = [none, free, other]

describe('a list to pick from', () => {
  it('is searched by words in any order and case', () => {
    expect(matchingChoices(all, ' LOPEZ 2020 ')).toEqual([other])
    expect(matchingChoices(all, '')).toEqual(all)
    expect(matchingChoices(all, '1060 lopez')).toEqual([])
    expect(matchingChoices(all, 'unassigned CASCADIA')).toEqual([free])
  })

  it('is searched in the order of its groups, so the arrow keys follow the order on screen', () => {
    const freeToo = { value: '1099', title: '1099 · Freightliner Cascadia 2018', group: 'Unassigned' }
    expect(matchingChoices([...all, freeToo], '')).toEqual([none, free, freeToo, other])
  })

  it('is searched by codes that the title does not show, the best match first', () => {
    const unit = (number: string, plate: string, vin: string, group = 'Unassigned') => ({
      value: number,
      title: `${number} · Volvo`,
      group,
      codes: { number, others: [plate, vin] },
      texts: [
        { title: 'name', text: number, isCode: true },

        { title: 'license plate', text: plate, isCode: true },
        { title: 'VIN', text: vin },
      ],
    })
    const units = [
      unit('1001', 'P 482-193', '104130'),
      unit('1002', 'P482196', '101048', 'Now'),
      unit('10480', 'P4', '1'),
      unit('TL 1048', 'P5', '2', 'Of other drivers'),
    ]
    const found = (typed: string) => matchingChoices([none, ...units], typed).map(({ value }) => value)
    expect(found('1048')).toEqual(['TL 1048', '10480', '1002'])
    expect(found('tl1048')).toEqual(['TL 1048'])
    expect(found('p-482193')).toEqual(['1001'])
    expect(found('p 482 193')).toEqual(['1001'])
    expect(found('104130')).toEqual(['1001'])
    expect(found('')).toEqual(['', '1001', '10480', '1002', 'TL 1048'])
  })

  it('gives each choice an id that can be referenced', () => {
    expect(optionId(':r1:', { value: 'TR 10 42/a', title: 'A trailer' })).toBe(':r1:-TR%2010%2042%2Fa')
  })

  it('is grouped, with the groups in order of appearance', () => {
    expect(grouped(all)).toEqual([
      { group: '', of: [none] },
      { group: 'Unassigned', of: [free] },
      { group: 'Of other drivers', of: [other] },
    ])
  })

  it('is navigated with the arrow keys, and stops at both ends', () => {
    expect(choiceByKey(all, none, 'ArrowDown')).toBe(free)
    expect(choiceByKey(all, other, 'ArrowDown')).toBe(other)
    expect(choiceByKey(all, none, 'ArrowUp')).toBe(none)
    expect(choiceByKey(all, none, 'PageDown')).toBe(other)
    expect(choiceByKey(all, none, 'a')).toBeNull()
    expect(choiceByKey([], undefined, 'ArrowDown')).toBeNull()
  })
})
