import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { samenessOf, type Told } from '#server/modules/imports/expense-sameness.ts'

const passage = (over: Partial<Told> = {}): Told => ({
  own_id: null,
  clock: '14:30:22',
  place: 'Exit 7',
  unit_id: null,
  driver_id: null,
  transponder_id: '007002410300',
  plate: 'P482100',
  unit_number: '1001',
  driver_name: '',
  invoice: '',
  product: '',
  ...over,
})

describe('two rows of one day and amount', () => {
  test.each<[string, Partial<Told>]>([
    ['a tag that lost its zeros', { transponder_id: '7002410300' }],
    ['a dash in the plate', { plate: 'P48-2100' }],
    ['a place in capitals, with another dash', { place: 'EXIT–7' }],
    ['a state before the plate, and no tag', { transponder_id: '', plate: 'TX P482100' }],
    ['the unit number alone, as a spreadsheet writes it', { transponder_id: '', plate: '', unit_number: '01001.0' }],
    ['no place, to the second', { place: '' }],
  ])('are one expense with %s', (_, over) => {
    expect(samenessOf(passage(), passage(over))).toBe('same')
    expect(samenessOf(passage(over), passage())).toBe('same')
  })

  test.each<[string, Partial<Told>]>([
    ['no seconds', { clock: '14:30:00' }],
    ['no time', { clock: '' }],
    ['a time that was not kept', { clock: null }],
    ['a longer name of the place, and no seconds', { clock: '14:30:00', place: 'Exit 7 North' }],
    ['another place at the same second', { place: 'Skyway' }],
  ])('look like one with %s', (_, over) => expect(samenessOf(passage(), passage(over))).toBe('alike'))

  test.each<[string, Partial<Told>]>([
    ['another second', { clock: '14:31:22' }],
    ['another tag', { transponder_id: '007002410301' }],
    ['another place and no seconds', { clock: '14:30:00', place: 'Exit 70' }],
    ['another invoice', { invoice: '2' }],
  ])('are two with %s', (_, over) => expect(samenessOf(passage({ invoice: '1' }), passage(over))).toBe('other'))

  test('are two under two ids of their vendor, whatever else is equal, and one under one', () => {
    expect(samenessOf(passage({ own_id: 'A:1' }), passage({ own_id: 'B:1' }))).toBe('other')
    expect(samenessOf(passage({ own_id: 'A:1' }), passage({ own_id: 'A:1', place: 'Skyway' }))).toBe('same')
  })

  test('of one truck are one whatever the vendors call it; of two they are two', () => {
    const found = passage({ unit_id: '7', plate: '', unit_number: '' })
    expect(samenessOf(found, passage({ unit_id: '7', transponder_id: '', place: 'EXIT 7' }))).toBe('same')
    expect(samenessOf(found, passage({ unit_id: '8' }))).toBe('other')
  })
})

test('two spellings of one passage are one passage', () => {
  const spelled = fc.record({
    transponder_id: fc.constantFrom('007002410300', '7002410300', '#7002410300', '7002410300.0', '0070 0241-0300'),
    plate: fc.constantFrom('P482100', 'p48-2100', 'TX P482100', 'P482100 TX', 'P48 2100', ''),
    unit_number: fc.constantFrom('1001', '01001', '#1001', '1001.0', ''),
    place: fc.constantFrom('Exit 7', 'EXIT 7', 'exit-7', 'Exit  7', 'Éxit 7'.normalize('NFD')),
  })
  fc.assert(
    fc.property(spelled, spelled, (one, other) => {
      expect(samenessOf(passage(one), passage(other))).toBe('same')
      expect(samenessOf(passage(one), passage({ ...other, clock: '14:30:00' }))).toBe('alike')
      expect(samenessOf(passage(one), passage({ ...other, clock: '15:30:22' }))).toBe('other')
    }),
  )
})
