import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ExpenseDescription, samenessOf } from '#server/modules/imports/rows/expense-sameness.ts'

const passage = (over: Partial<ExpenseDescription> = {}): ExpenseDescription => ({
  own_id: null,
  clock: '14:30:22',
  place: 'Exit 7',
  unit_id: null,
  driver_id: null,
  card: null,
  transponder_id: '007002410300',
  plate: 'P482100',
  unit_number: '1001',
  driver_name: '',
  invoice: '',
  product: '',
  ...over,
})

describe('two rows of one day and amount', () => {
  test.each<[string, Partial<ExpenseDescription>]>([
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

  test.each<[string, Partial<ExpenseDescription>]>([
    ['no seconds', { clock: '14:30:00' }],
    ['no time', { clock: '' }],
    ['a time that was not kept', { clock: null }],
    ['a longer name of the place, and no seconds', { clock: '14:30:00', place: 'Exit 7 North' }],
    ['another place at the same second', { place: 'Skyway' }],
  ])('look like one with %s', (_, over) => expect(samenessOf(passage(), passage(over))).toBe('alike'))

  test.each<[string, Partial<ExpenseDescription>]>([
    ['', {}],
    [' or places', { place: '' }],
  ])('without clocks%s are one where they are written just alike, and look like one where they are not', (_, over) => {
    const bare = passage({ clock: '', unit_id: '7', ...over })
    expect(samenessOf(bare, { ...bare })).toBe('same')
    for (const other of [{ transponder_id: '7002410300' }, { plate: 'P48-2100' }, { unit_number: '' }])
      expect(samenessOf(bare, { ...bare, ...other })).toBe('alike')
  })

  test('without places, to the minute, are one only where they are written just alike', () => {
    const bare = passage({ clock: '14:30:00', place: '' })
    expect(samenessOf(bare, { ...bare })).toBe('same')
    expect(samenessOf(bare, { ...bare, plate: 'p482100' })).toBe('alike')
  })

  test.each<[string, Partial<ExpenseDescription>]>([
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
    expect(samenessOf(found, passage({ unit_id: '8', transponder_id: '' }))).toBe('other')
  })

  test.each<[string, Partial<ExpenseDescription>]>([
    ['tag', {}],
    ['plate', { transponder_id: '' }],
    ['number', { transponder_id: '', plate: '' }],
  ])('are one when the %s that both write went to another truck between them', (_, over) => {
    expect(samenessOf(passage({ unit_id: '7', ...over }), passage({ unit_id: '8', ...over }))).toBe('same')
    expect(samenessOf(passage({ unit_id: '7', ...over }), passage({ unit_id: null, ...over }))).toBe('same')
  })

  test('look like one when two trucks are written nearly alike, as 12 and 0012', () => {
    const numbered = (unit_id: string, unit_number: string) =>
      passage({ unit_id, unit_number, transponder_id: '', plate: '' })
    expect(samenessOf(numbered('7', '12'), numbered('8', '0012'))).toBe('alike')
    expect(samenessOf(numbered('7', '12'), numbered('8', '13'))).toBe('other')
  })

  test('are one when the card that both write went to another driver between them', () => {
    const bought = (over: Partial<ExpenseDescription>) =>
      passage({ transponder_id: '', plate: '', unit_number: '', ...over })
    expect(samenessOf(bought({ card: 7731, driver_id: 1 }), bought({ card: 7731, driver_id: 2 }))).toBe('same')
    expect(samenessOf(bought({ card: 7731, driver_id: 1 }), bought({ card: 7732, driver_id: 2 }))).toBe('other')
    const inTruck = (driver_id: number) => bought({ unit_id: '7', driver_id })
    expect(samenessOf(inTruck(1), inTruck(2))).toBe('alike')
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

test('what both write is one passage, whomever it was found to be of on either day', () => {
  const unit_id = fc.constantFrom('7', '8', null)
  const driver_id = fc.constantFrom(1, 2, null)
  const owner = fc.record({ unit_id, driver_id })
  const written = fc.constantFrom<Partial<ExpenseDescription>>(
    {},
    { transponder_id: '' },
    { transponder_id: '', plate: '' },
    { plate: '', unit_number: '' },
  )
  fc.assert(
    fc.property(owner, owner, written, (then, now, over) => {
      const is = samenessOf(passage({ ...over, ...then }), passage({ ...over, ...now }))
      expect(is).not.toBe('other')
      if (then.driver_id === null || now.driver_id === null) expect(is).toBe('same')
      expect(samenessOf(passage({ ...over, ...now }), passage({ ...over, ...then }))).toBe(is)
    }),
  )
})
