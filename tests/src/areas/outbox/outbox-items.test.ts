import { beforeAll, describe, expect, test } from 'vitest'
import { chosenGroups, kindsOf } from '#src/areas/outbox/outbox-filter.ts'
import { groupsOf, itemsOf, latestOfRecords } from '#src/areas/outbox/outbox-items.ts'
import { OUTBOX_DEFAULTS, outboxSearch } from '#src/areas/outbox/outbox-search.ts'
import { registerCommands } from '#src/offline/outbox/outbox.ts'
import { aDone, anEntry, changeUnit, NOW } from './a-change.ts'

beforeAll(() => registerCommands([changeUnit]))

describe('the Outbox', () => {
  test('shows the entries that need the user first, in groups, without empty groups', () => {
    const states = ['waiting', 'refused', 'sending', 'conflict', 'unreadable', 'sign_in'] as const
    const groups = groupsOf(
      itemsOf(
        states.map((state) => anEntry({ state })),
        [],
      ),
    )

    expect(groups.map((group) => [group.title, group.items.map((item) => item.standing)])).toEqual([
      ['Needs attention', ['refused', 'conflict', 'unreadable']],
      ['Sign in first', ['sign_in']],
      ['Waiting', ['waiting', 'sending']],
    ])
  })

  test('leaves an entry that is being sent in its place, and shows it alone when filtered by that state', () => {
    const items = itemsOf([anEntry(), anEntry({ state: 'sending' }), anEntry()], [])

    expect(groupsOf(items).map(({ title, items }) => [title, items.map((item) => item.standing)])).toEqual([
      ['Waiting', ['waiting', 'sending', 'waiting']],
    ])
    expect(groupsOf(items, 'sending').map(({ title, items }) => [title, items.length])).toEqual([['Sending', 1]])
    expect(groupsOf(items, 'attention')).toEqual([])
  })

  test('lists ended entries newest first, discarded ones among them', () => {
    const [first, second, third] = [anEntry(), anEntry(), anEntry()]
    const done = [
      aDone(first, { settledAt: NOW - 300_000 }),
      aDone(second, { settledAt: NOW - 100_000, state: 'discarded' }),
      aDone(third, { settledAt: NOW - 200_000 }),
    ]
    const [group] = groupsOf(itemsOf([], done))

    expect(group?.items.map((item) => [item.id, item.standing])).toEqual([
      [second.id, 'discarded'],
      [third.id, 'done'],
      [first.id, 'done'],
    ])
  })

  test('shows a done entry once while its effects are still applied to rows', () => {
    const entry = anEntry({ state: 'done', settledAt: NOW })

    expect(itemsOf([entry], [aDone(entry, { settledAt: NOW })])).toHaveLength(1)
  })

  test('shows an entry’s current state if the list of ended changes is out of date', () => {
    const entry = anEntry()

    expect(itemsOf([entry], [aDone(entry)]).map((item) => item.standing)).toEqual(['waiting'])
  })

  test('reuses the item of an unchanged entry, so that its card is not rendered again', () => {
    const entries = [anEntry(), anEntry()]

    expect(itemsOf(entries, [])[1]).toBe(itemsOf([anEntry(), ...entries], [])[2])
  })
})

test('the latest change of each record is found, ignoring discarded changes', () => {
  const touching = (...touches: string[]) => anEntry({ touches })
  const [first, other, second] = [touching('unit/a'), touching('unit/b'), touching('unit/a', 'unit/c')]
  const discarded = touching('unit/b')
  const items = itemsOf([second], [aDone(first), aDone(other), aDone(discarded, { state: 'discarded' })])

  expect([...latestOfRecords(items)].sort()).toEqual([other.seq, second.seq].sort())
})

describe('the Outbox filter', () => {
  const maria = anEntry({
    command: 'drivers.changeStatus',
    words: { record: 'Maria Lopez', change: 'Status: Vacation' },
  })
  const greg = anEntry({ command: 'drivers.changeStatus', words: { record: 'Greg Hill', change: 'Status: Vacation' } })
  const truck = anEntry({ input: { note: { was: '', to: 'Flat tyre' } }, state: 'refused' })
  const items = itemsOf([maria, greg, truck], [aDone(anEntry())])
  const found = (choice: Partial<typeof OUTBOX_DEFAULTS>) =>
    chosenGroups(items, { ...OUTBOX_DEFAULTS, ...choice }).flatMap((group) =>
      group.items.map((item) => item.words.record),
    )

  test('matches everything when it is empty', () => {
    expect(found({})).toHaveLength(4)
  })
  test('matches an entry that contains every word, in any case and order', () => {
    expect(found({ q: 'vacation MARIA' })).toEqual(['Maria Lopez'])
    expect(found({ q: '  ' })).toHaveLength(4)
    expect(found({ q: 'maria tyre' })).toEqual([])
  })
  test('can be one state, one record kind, and both with words', () => {
    expect(found({ state: 'attention' })).toEqual(['Truck T-1'])
    expect(found({ about: 'drivers' })).toEqual(['Maria Lopez', 'Greg Hill'])
    expect(found({ about: 'units', state: 'done', q: 'sold' })).toEqual(['Truck T-1'])
    expect(found({ about: 'units', state: 'waiting' })).toEqual([])
  })
  test('offers the record kinds that are present, and the chosen one', () => {
    expect(kindsOf(items, '')).toEqual(['drivers', 'units'])
    expect(kindsOf(items, 'tolls')).toEqual(['drivers', 'tolls', 'units'])
  })
})

test('an Outbox address keeps its valid values', () => {
  const read = (search: unknown) => outboxSearch.parse(search)
  expect(read({})).toEqual(OUTBOX_DEFAULTS)
  expect(read({ state: 'attention', about: 'drivers', q: 'maria' })).toEqual({
    state: 'attention',
    about: 'drivers',
    q: 'maria',
  })
  expect(read({ state: 'nonsense', q: 12, about: ['x'] })).toEqual({ state: '', about: '', q: '12' })
})
