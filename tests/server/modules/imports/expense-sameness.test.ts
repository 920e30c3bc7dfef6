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

describe('two rows with the same day and amount', () => {
  test.each<[string, Partial<ExpenseDescription>]>([
    ['a tag without its leading zeros', { transponder_id: '7002410300' }],
    ['a dash in the plate', { plate: 'P48-2100' }],
    ['a place in capitals and with another dash', { place: 'EXIT–7' }],
    ['a state before the plate and no tag', { transponder_id: '', plate: 'TX P482100' }],
    ['only a unit number, as a spreadsheet writes it', { transponder_id: '', plate: '', unit_number: '01001.0' }],
    ['a missing place, if the times agree to the second', { place: '' }],
  ])('are one expense despite %s', (_, over) => {
    expect(samenessOf(passage(), passage(over))).toBe('same')
    expect(samenessOf(passage(over), passage())).toBe('same')
  })

  test.each<[string, Partial<ExpenseDescription>]>([
    ['no seconds', { clock: '14:30:00' }],
    ['no time', { clock: '' }],
    ['a time that was not stored', { clock: null }],
    ['a longer name of the place and no seconds', { clock: '14:30:00', place: 'Exit 7 North' }],
    ['another place at the same second', { place: 'Skyway' }],
  ])('look alike with %s', (_, over) => expect(samenessOf(passage(), passage(over))).toBe('alike'))

  test.each<[string, Partial<ExpenseDescription>]>([
    ['', {}],
    [' or places', { place: '' }],
  ])('without times%s are one expense if spelled identically, and look alike otherwise', (_, over) => {
    const bare = passage({ clock: '', unit_id: '7', ...over })
    expect(samenessOf(bare, { ...bare })).toBe('same')
    for (const other of [{ transponder_id: '7002410300' }, { plate: 'P48-2100' }, { unit_number: '' }])
      expect(samenessOf(bare, { ...bare, ...other })).toBe('alike')
  })

  test('without places and with times to the minute are one expense only if spelled identically', () => {
    const bare = passage({ clock: '14:30:00', place: '' })
    expect(samenessOf(bare, { ...bare })).toBe('same')
    expect(samenessOf(bare, { ...bare, plate: 'p482100' })).toBe('alike')
  })

  test.each<[string, Partial<ExpenseDescription>]>([
    ['another time', { clock: '14:31:22' }],
    ['another tag', { transponder_id: '007002410301' }],
    ['another place and no seconds', { clock: '14:30:00', place: 'Exit 70' }],
    ['another invoice', { invoice: '2' }],
  ])('are two expenses with %s', (_, over) =>
    expect(samenessOf(passage({ invoice: '1' }), passage(over))).toBe('other'),
  )

  test('are two expenses with two ids of their vendor, whatever else is equal, and one expense with one id', () => {
    expect(samenessOf(passage({ own_id: 'A:1' }), passage({ own_id: 'B:1' }))).toBe('other')
    expect(samenessOf(passage({ own_id: 'A:1' }), passage({ own_id: 'A:1', place: 'Skyway' }))).toBe('same')
  })

  test('of one truck are one expense, whatever codes the vendors use; of two trucks they are two', () => {
    const found = passage({ unit_id: '7', plate: '', unit_number: '' })
    expect(samenessOf(found, passage({ unit_id: '7', transponder_id: '', place: 'EXIT 7' }))).toBe('same')
    expect(samenessOf(found, passage({ unit_id: '8', transponder_id: '' }))).toBe('other')
  })

  test.each<[string, Partial<ExpenseDescription>]>([
    ['tag', {}],
    ['plate', { transponder_id: '' }],
    ['number', { transponder_id: '', plate: '' }],
  ])('are one expense when the %s in both rows went to another truck in between', (_, over) => {
    expect(samenessOf(passage({ unit_id: '7', ...over }), passage({ unit_id: '8', ...over }))).toBe('same')
    expect(samenessOf(passage({ unit_id: '7', ...over }), passage({ unit_id: null, ...over }))).toBe('same')
  })

  test('look alike when two trucks have nearly equal numbers, such as 12 and 0012', () => {
    const numbered = (unit_id: string, unit_number: string) =>
      passage({ unit_id, unit_number, transponder_id: '', plate: '' })
    expect(samenessOf(numbered('7', '12'), numbered('8', '0012'))).toBe('alike')
    expect(samenessOf(numbered('7', '12'), numbered('8', '13'))).toBe('other')
  })

  test('are one expense when the card in both rows went to another driver in between', () => {
    const fuelRow = (over: Partial<ExpenseDescription>) =>
      passage({ transponder_id: '', plate: '', unit_number: '', ...over })
    expect(samenessOf(fuelRow({ card: 7731, driver_id: 1 }), fuelRow({ card: 7731, driver_id: 2 }))).toBe('same')
    expect(samenessOf(fuelRow({ card: 7731, driver_id: 1 }), fuelRow({ card: 7732, driver_id: 2 }))).toBe('other')
    const inTruck = (driver_id: number) => fuelRow({ unit_id: '7', driver_id })
    expect(samenessOf(inTruck(1), inTruck(2))).toBe('alike')
  })
})

test('the spellings of one toll do not change whether it is the same as, like or different from another', () => {
  const anySpelling = fc.record({
    transponder_id: fc.constantFrom('007002410300', '7002410300', '#7002410300', '7002410300.0', '0070 0241-0300'),
    plate: fc.constantFrom('P482100', 'p48-2100', 'TX P482100', 'P482100 TX', 'P48 2100', ''),
    unit_number: fc.constantFrom('1001', '01001', '#1001', '1001.0', ''),
    place: fc.constantFrom('Exit 7', 'EXIT 7', 'exit-7', 'Exit  7', 'Éxit 7'.normalize('NFD')),
  })
  fc.assert(
    fc.property(anySpelling, anySpelling, (one, other) => {
      expect(samenessOf(passage(one), passage(other))).toBe('same')
      expect(samenessOf(passage(one), passage({ ...other, clock: '14:30:00' }))).toBe('alike')
      expect(samenessOf(passage(one), passage({ ...other, clock: '15:30:22' }))).toBe('other')
    }),
  )
})

test('two rows with the same codes are never two expenses, whichever owners were found for them', () => {
  const unit_id = fc.constantFrom('7', '8', null)
  const driver_id = fc.constantFrom(1, 2, null)
  const owner = fc.record({ unit_id, driver_id })
  const anyCodes = fc.constantFrom<Partial<ExpenseDescription>>(
    {},
    { transponder_id: '' },
    { transponder_id: '', plate: '' },
    { plate: '', unit_number: '' },
  )
  fc.assert(
    fc.property(owner, owner, anyCodes, (then, now, over) => {
      const is = samenessOf(passage({ ...over, ...then }), passage({ ...over, ...now }))
      expect(is).not.toBe('other')
      if (then.driver_id === null || now.driver_id === null) expect(is).toBe('same')
      expect(samenessOf(passage({ ...over, ...now }), passage({ ...over, ...then }))).toBe(is)
    }),
  )
})
