import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { kind } from '#contract/wire/record.ts'
import { added, type Effect, patched, patchedOrAdded, removed } from '#src/offline/command.ts'
import { type FoldEntry, foldOf, IncrementalFold } from '#src/offline/fold/fold.ts'

interface Truck {
  readonly id: number
  readonly name: string
  readonly status: string
  readonly version?: number
}
const truckKind = kind('truck', (row: Truck) => `${row.id}`)
const truck = (id: number, name: string, status = 'ready', version?: number): Truck => ({
  id,
  name,
  status,
  ...(version === undefined ? {} : { version }),
})
const waiting = (...effects: readonly Effect[]) => ({ effects, settled: null })
const status = (id: number, to: string, seen?: Truck) =>
  patched(truckKind, `${id}`, (row) => ({ ...row, status: to }), seen)
const plan = (id: number, to: string) =>
  patchedOrAdded(truckKind, `${id}`, (row) => ({ ...row, status: to }), truck(id, `T${id}`))
const byName = (a: Truck, b: Truck) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id - b.id)
const ready = { fits: (row: Truck) => row.status === 'ready', compare: byName }
const fleet = [truck(1, 'Ada'), truck(2, 'Bea'), truck(3, 'Cy')]
const names = (rows: readonly Truck[]) => rows.map((row) => row.name)

describe('rows', () => {
  test('stay the same array when nothing that waits concerns them', () => {
    expect(foldOf([waiting(status(9, 'repair'))]).rows(truckKind, fleet, ready)).toBe(fleet)
    expect(foldOf([]).rows(truckKind, fleet)).toBe(fleet)
  })
  test('that no change names keep their identity, and changed ones keep theirs from call to call', () => {
    const fold = foldOf([waiting(status(2, 'repair'))])
    const once = fold.rows(truckKind, fleet)
    expect(once[0]).toBe(fleet[0])
    expect(once[1]).toEqual(truck(2, 'Bea', 'repair'))
    expect(fold.rows(truckKind, fleet)[1]).toBe(once[1])
    expect(fold.row(truckKind, fleet[1]!)).toBe(once[1])
  })
  test('show several changes of one record, the oldest first', () => {
    const fold = foldOf([waiting(status(2, 'repair')), waiting(status(2, 'sold'))])
    expect(fold.row(truckKind, fleet[1]!).status).toBe('sold')
  })
  test('leave a list whose filter they no longer fit, and its count follows', () => {
    const fold = foldOf([waiting(status(2, 'repair'))])
    expect(names(fold.rows(truckKind, fleet, ready))).toEqual(['Ada', 'Cy'])
    expect(fold.countChange(truckKind, fleet, ready)).toBe(-1)
    expect(fold.countChange(truckKind, fleet, { ...ready, complete: false })).toBe(-1)
  })
  test('that the server lists although the filter denies it stay', () => {
    const odd = [truck(1, 'Ada', 'sold')]
    const fold = foldOf([waiting(patched(truckKind, '1', (row) => ({ ...row, name: 'Adele' })))])
    expect(names(fold.rows(truckKind, odd, ready))).toEqual(['Adele'])
  })
  test('come into a list that they now fit, where its order puts them', () => {
    const fold = foldOf([waiting(status(7, 'ready', truck(7, 'Bob', 'repair')))])
    expect(names(fold.rows(truckKind, fleet, ready))).toEqual(['Ada', 'Bea', 'Bob', 'Cy'])
    expect(fold.countChange(truckKind, fleet, ready)).toBe(1)
  })
  test('of a page that is not loaded yet are counted, and shown when it is', () => {
    const fold = foldOf([waiting(added(truckKind, truck(8, 'Zoe')))])
    const page = { ...ready, complete: false }
    expect(fold.rows(truckKind, fleet, page)).toBe(fleet)
    expect(fold.countChange(truckKind, fleet, page)).toBe(1)
    expect(names(fold.rows(truckKind, [...fleet, truck(9, 'Zzz')], page))).toEqual(['Ada', 'Bea', 'Cy', 'Zoe', 'Zzz'])
  })
  test('seen in a page that is not loaded are not counted twice, and are missed when they leave', () => {
    const page = { ...ready, complete: false }
    const stays = foldOf([waiting(patched(truckKind, '8', (row) => ({ ...row, name: 'Zia' }), truck(8, 'Zoe')))])
    expect(stays.countChange(truckKind, fleet, page)).toBe(0)
    expect(foldOf([waiting(status(8, 'sold', truck(8, 'Zoe')))]).countChange(truckKind, fleet, page)).toBe(-1)
  })
  test('move when a change alters their place, and stay in sight at the end of what is loaded', () => {
    const renamed = (name: string) => foldOf([waiting(patched(truckKind, '1', (row) => ({ ...row, name })))])
    expect(names(renamed('Bob').rows(truckKind, fleet, ready))).toEqual(['Bea', 'Bob', 'Cy'])
    expect(names(renamed('Zoe').rows(truckKind, fleet, { ...ready, complete: false }))).toEqual(['Bea', 'Cy', 'Zoe'])
  })
  test('that are removed are gone, and a later change does not bring them back', () => {
    const fold = foldOf([waiting(removed(truckKind, '2')), waiting(status(2, 'ready', truck(2, 'Bea')))])
    expect(names(fold.rows(truckKind, fleet, ready))).toEqual(['Ada', 'Cy'])
    expect(fold.isRemoved(truckKind, '2')).toBe(true)
    expect(fold.row(truckKind, fleet[1]!)).toBe(fleet[1])
  })
  test('that only this device knows are found by their key, with later changes', () => {
    const fold = foldOf([waiting(added(truckKind, truck(8, 'Zoe'))), waiting(status(8, 'repair'))])
    expect(fold.find(truckKind, '8')).toEqual(truck(8, 'Zoe', 'repair'))
    expect(fold.find(truckKind, '1')).toBeUndefined()
  })
})

describe('a settled change', () => {
  const settled = (version: number, ...effects: readonly Effect[]) => ({
    effects,
    settled: new Map([['truck/2', version]]),
  })
  test('goes on being shown over rows that are older than it', () => {
    expect(foldOf([settled(4, status(2, 'sold'))]).row(truckKind, truck(2, 'Bea', 'ready', 3)).status).toBe('sold')
  })
  test('leaves rows alone that have reached its version: somebody may have changed them since', () => {
    const fresh = truck(2, 'Bea', 'repair', 5)
    expect(foldOf([settled(4, status(2, 'sold'))]).row(truckKind, fresh)).toBe(fresh)
  })
  test('that made a row does not stand in for the one that the server has', () => {
    const theirs = truck(2, 'Bea 2')
    expect(foldOf([settled(1, added(truckKind, truck(2, 'Bea')))]).row(truckKind, theirs)).toBe(theirs)
  })
})

test('500 changes over 5,000 rows look at each row and each change a few times, not at each pair', () => {
  const rows = Array.from({ length: 5000 }, (_, id) => truck(id, `T${String(id).padStart(5, '0')}`))
  let looks = 0
  const counted = kind('truck', (row: Truck) => {
    looks += 1
    return `${row.id}`
  })
  const entries = Array.from({ length: 500 }, (_, at) =>
    waiting(status(at * 10, 'sold'), added(truckKind, truck(6000 + at, `T${at}`))),
  )
  const result = foldOf(entries).rows(counted, rows, {
    ...ready,
    compare: (a, b) => {
      looks += 1
      return byName(a, b)
    },
  })
  expect(result).toHaveLength(5000)
  expect(looks).toBeLessThan(30_000)
})

describe('a fold that is kept up', () => {
  test('is one value until a change comes, goes or becomes another', () => {
    const folding = new IncrementalFold()
    const one = waiting(status(1, 'repair'))
    folding.set(1, one)
    const fold = folding.fold()
    folding.set(1, one)
    folding.set(2, null)
    expect(folding.fold()).toBe(fold)
    folding.set(1, waiting(status(1, 'repair')))
    expect(folding.fold()).not.toBe(fold)
  })
  test('never changes one that was given out, and keeps the rows that no new change names', () => {
    const folding = new IncrementalFold()
    folding.set(1, waiting(status(1, 'repair')))
    folding.set(2, waiting(status(2, 'repair')))
    const before = folding.fold()
    const [, kept] = before.rows(truckKind, fleet)
    folding.set(3, waiting(status(1, 'sold')))
    expect(folding.fold().rows(truckKind, fleet)[0]?.status).toBe('sold')
    expect(folding.fold().rows(truckKind, fleet)[1]).toBe(kept)
    expect(before.rows(truckKind, fleet)[0]?.status).toBe('repair')
  })
  test('is what the same changes make anew, in whatever order they came', async () => {
    const effect = fc
      .tuple(fc.nat({ max: 3 }), fc.constantFrom('ready', 'repair', 'gone', 'new', 'planned'))
      .map(([id, to]) => {
        if (to === 'planned') return plan(id, to)
        if (to === 'gone') return removed(truckKind, `${id}`)
        return to === 'new' ? added(truckKind, truck(id, `T${id}`)) : status(id, to, truck(id, `S${id}`))
      })
    const act = fc.record({
      seq: fc.nat({ max: 6 }),
      effects: fc.array(effect, { maxLength: 3 }),
      isGone: fc.boolean(),
    })
    await fc.assert(
      fc.property(fc.array(act, { maxLength: 30 }), (acts) => {
        const folding = new IncrementalFold()
        const kept = new Map<number, FoldEntry>()
        for (const { seq, effects, isGone } of acts) {
          const entry = isGone ? null : waiting(...effects)
          folding.set(seq, entry)
          if (entry === null) kept.delete(seq)
          else kept.set(seq, entry)
          const anew = foldOf([...kept].sort(([one], [other]) => one - other).map(([, each]) => each))
          const rows = folding.fold().rows(truckKind, fleet, ready)
          expect(rows).toEqual(anew.rows(truckKind, fleet, ready))
          expect(folding.fold().has(truckKind)).toBe(anew.has(truckKind))
        }
      }),
    )
  })
})

describe('a record known by what it is about', () => {
  const settled = (version: number, ...effects: readonly Effect[]) => ({
    effects,
    settled: new Map([['truck/2', version]]),
    settledAt: 1,
  })
  const bea = truck(2, 'Bea', 'ready', 4)
  const gone = removed(truckKind, '2')
  const shown = (row: Truck | null, ...entries: readonly FoldEntry[]) => {
    const fold = foldOf(entries)
    return (row ? fold.overlay(truckKind, row) : fold.find<Truck>(truckKind, '2')) ?? null
  }

  test('changes in place where there is one, and is made where there is none', () => {
    expect(shown(bea, waiting(plan(2, 'sold')))).toEqual({ ...bea, status: 'sold' })
    expect(shown(null, waiting(plan(2, 'sold')))).toEqual(truck(2, 'T2', 'sold'))
  })
  test('is there no more where a change that waits takes it away, and keeps being asked for by its row', () => {
    const fold = foldOf([waiting(gone)])
    expect(fold.overlay(truckKind, bea)).toBeUndefined()
    expect([fold.row(truckKind, bea), fold.isRemoved(truckKind, '2')]).toEqual([bea, true])
    expect(fold.overlay(truckKind, fleet[0]!)).toBe(fleet[0])
  })
  test('is made anew behind a change that takes it away, whether that waits or is done', () => {
    for (const before of [waiting(gone), settled(5, gone)]) {
      expect(shown(bea, before, waiting(plan(2, 'sold')))).toMatchObject({ name: 'T2', status: 'sold' })
      expect(foldOf([before, waiting(plan(2, 'sold'))]).isRemoved(truckKind, '2')).toBe(false)
    }
    expect(shown(bea, waiting(gone), waiting(plan(2, 'sold')), waiting(gone))).toBeNull()
  })
  test('that only was to be changed stays away', () => {
    expect(shown(bea, waiting(gone), waiting(status(2, 'sold', bea)))).toBeNull()
  })
  test('that was taken away stays so until its rows have come, and gives way to a later one', () => {
    expect(shown(bea, settled(5, gone))).toBeNull()
    const anew = { ...bea, version: 6 }
    expect(shown(anew, settled(5, gone))).toBe(anew)
  })
  test('that was made gives way to a row that has reached its version', () => {
    expect(shown(null, settled(5, plan(2, 'sold')))).toMatchObject({ status: 'sold' })
    expect(shown(bea, settled(5, plan(2, 'sold')))).toMatchObject({ status: 'sold' })
    const theirs = { ...bea, status: 'repair', version: 5 }
    expect(shown(theirs, settled(5, plan(2, 'sold')))).toBe(theirs)
  })
})
