import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { kind } from '#contract/wire/record.ts'
import { added, type Effect, patched, patchedOrAdded, removed } from '#src/offline/command.ts'
import type { FoldEntry } from '#src/offline/fold/fold.ts'
import { foldOf, IncrementalFold } from '#src/offline/fold/incremental-fold.ts'

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
  test('stay the same array when no waiting change concerns them', () => {
    expect(foldOf([waiting(status(9, 'repair'))]).rows(truckKind, fleet, ready)).toBe(fleet)
    expect(foldOf([]).rows(truckKind, fleet)).toBe(fleet)
  })
  test('that no change concerns keep their identity, and changed rows keep theirs between calls', () => {
    const fold = foldOf([waiting(status(2, 'repair'))])
    const once = fold.rows(truckKind, fleet)
    expect(once[0]).toBe(fleet[0])
    expect(once[1]).toEqual(truck(2, 'Bea', 'repair'))
    expect(fold.rows(truckKind, fleet)[1]).toBe(once[1])
    expect(fold.row(truckKind, fleet[1]!)).toBe(once[1])
  })
  test('show several changes of one record, the oldest applied first', () => {
    const fold = foldOf([waiting(status(2, 'repair')), waiting(status(2, 'sold'))])
    expect(fold.row(truckKind, fleet[1]!).status).toBe('sold')
  })
  test('leave a list whose filter they no longer match, and its count follows', () => {
    const fold = foldOf([waiting(status(2, 'repair'))])
    expect(names(fold.rows(truckKind, fleet, ready))).toEqual(['Ada', 'Cy'])
    expect(fold.countChange(truckKind, fleet, ready)).toBe(-1)
    expect(fold.countChange(truckKind, fleet, { ...ready, complete: false })).toBe(-1)
  })
  test('that the server lists although they do not match the filter stay', () => {
    const odd = [truck(1, 'Ada', 'sold')]
    const fold = foldOf([waiting(patched(truckKind, '1', (row) => ({ ...row, name: 'Adele' })))])
    expect(names(fold.rows(truckKind, odd, ready))).toEqual(['Adele'])
  })
  test('join a list whose filter they now match, at their place in the sort order', () => {
    const fold = foldOf([waiting(status(7, 'ready', truck(7, 'Bob', 'repair')))])
    expect(names(fold.rows(truckKind, fleet, ready))).toEqual(['Ada', 'Bea', 'Bob', 'Cy'])
    expect(fold.countChange(truckKind, fleet, ready)).toBe(1)
  })
  test('on a page that is not loaded yet are counted, and shown once it is loaded', () => {
    const fold = foldOf([waiting(added(truckKind, truck(8, 'Zoe')))])
    const page = { ...ready, complete: false }
    expect(fold.rows(truckKind, fleet, page)).toBe(fleet)
    expect(fold.countChange(truckKind, fleet, page)).toBe(1)
    expect(names(fold.rows(truckKind, [...fleet, truck(9, 'Zzz')], page))).toEqual(['Ada', 'Bea', 'Cy', 'Zoe', 'Zzz'])
  })
  test('known from a page that is not loaded are not counted twice, and lower the count when they leave', () => {
    const page = { ...ready, complete: false }
    const stays = foldOf([waiting(patched(truckKind, '8', (row) => ({ ...row, name: 'Zia' }), truck(8, 'Zoe')))])
    expect(stays.countChange(truckKind, fleet, page)).toBe(0)
    expect(foldOf([waiting(status(8, 'sold', truck(8, 'Zoe')))]).countChange(truckKind, fleet, page)).toBe(-1)
  })
  test('move when a change alters their place, and stay at the end of a list that is not fully loaded', () => {
    const renamed = (name: string) => foldOf([waiting(patched(truckKind, '1', (row) => ({ ...row, name })))])
    expect(names(renamed('Bob').rows(truckKind, fleet, ready))).toEqual(['Bea', 'Bob', 'Cy'])
    expect(names(renamed('Zoe').rows(truckKind, fleet, { ...ready, complete: false }))).toEqual(['Bea', 'Cy', 'Zoe'])
  })
  test('that are removed disappear, and a later change does not bring them back', () => {
    const fold = foldOf([waiting(removed(truckKind, '2')), waiting(status(2, 'ready', truck(2, 'Bea')))])
    expect(names(fold.rows(truckKind, fleet, ready))).toEqual(['Ada', 'Cy'])
    expect(fold.isRemoved(truckKind, '2')).toBe(true)
    expect(fold.row(truckKind, fleet[1]!)).toBe(fleet[1])
  })
  test('that exist only on this device are found by their key, with later changes applied', () => {
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
  test('still shows on rows that are older than its version', () => {
    expect(foldOf([settled(4, status(2, 'sold'))]).row(truckKind, truck(2, 'Bea', 'ready', 3)).status).toBe('sold')
  })
  test('leaves rows unchanged that have reached its version: a colleague may have changed them since', () => {
    const fresh = truck(2, 'Bea', 'repair', 5)
    expect(foldOf([settled(4, status(2, 'sold'))]).row(truckKind, fresh)).toBe(fresh)
  })
  test('that created a row does not replace the server’s row', () => {
    const theirs = truck(2, 'Bea 2')
    expect(foldOf([settled(1, added(truckKind, truck(2, 'Bea')))]).row(truckKind, theirs)).toBe(theirs)
  })
})

test('500 changes over 5,000 rows visit each row and each change a few times, not each pair', () => {
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

describe('an incremental fold', () => {
  test('is the same object until a change is added, removed or replaced', () => {
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
  test('never alters a fold that it returned earlier, and keeps the rows that no new change concerns', () => {
    const folding = new IncrementalFold()
    folding.set(1, waiting(status(1, 'repair')))
    folding.set(2, waiting(status(2, 'repair')))
    const before = folding.fold()
    const [, unchanged] = before.rows(truckKind, fleet)
    folding.set(3, waiting(status(1, 'sold')))
    expect(folding.fold().rows(truckKind, fleet)[0]?.status).toBe('sold')
    expect(folding.fold().rows(truckKind, fleet)[1]).toBe(unchanged)
    expect(before.rows(truckKind, fleet)[0]?.status).toBe('repair')
  })
  test('equals a fold built from the same changes, in whatever order they were set', async () => {
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
        const entries = new Map<number, FoldEntry>()
        for (const { seq, effects, isGone } of acts) {
          const entry = isGone ? null : waiting(...effects)
          folding.set(seq, entry)
          if (entry === null) entries.delete(seq)
          else entries.set(seq, entry)
          const rebuilt = foldOf([...entries].sort(([one], [other]) => one - other).map(([, each]) => each))
          const rows = folding.fold().rows(truckKind, fleet, ready)
          expect(rows).toEqual(rebuilt.rows(truckKind, fleet, ready))
          expect(folding.fold().has(truckKind)).toBe(rebuilt.has(truckKind))
        }
      }),
    )
  })
})

describe('a record that a change creates if it is missing', () => {
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

  test('is changed in place if it exists, and created if it does not', () => {
    expect(shown(bea, waiting(plan(2, 'sold')))).toEqual({ ...bea, status: 'sold' })
    expect(shown(null, waiting(plan(2, 'sold')))).toEqual(truck(2, 'T2', 'sold'))
  })
  test('disappears when a waiting change removes it; its row and its removal can still be queried', () => {
    const fold = foldOf([waiting(gone)])
    expect(fold.overlay(truckKind, bea)).toBeUndefined()
    expect([fold.row(truckKind, bea), fold.isRemoved(truckKind, '2')]).toEqual([bea, true])
    expect(fold.overlay(truckKind, fleet[0]!)).toBe(fleet[0])
  })
  test('is created again by a change after its removal, whether the removal is waiting or settled', () => {
    for (const before of [waiting(gone), settled(5, gone)]) {
      expect(shown(bea, before, waiting(plan(2, 'sold')))).toMatchObject({ name: 'T2', status: 'sold' })
      expect(foldOf([before, waiting(plan(2, 'sold'))]).isRemoved(truckKind, '2')).toBe(false)
    }
    expect(shown(bea, waiting(gone), waiting(plan(2, 'sold')), waiting(gone))).toBeNull()
  })
  test('stays removed when the later change only patches it', () => {
    expect(shown(bea, waiting(gone), waiting(status(2, 'sold', bea)))).toBeNull()
  })
  test('stays removed after the removal is settled, until the server sends a newer row', () => {
    expect(shown(bea, settled(5, gone))).toBeNull()
    const newer = { ...bea, version: 6 }
    expect(shown(newer, settled(5, gone))).toBe(newer)
  })
  test('gives way to a server row that has reached the version of the settled change', () => {
    expect(shown(null, settled(5, plan(2, 'sold')))).toMatchObject({ status: 'sold' })
    expect(shown(bea, settled(5, plan(2, 'sold')))).toMatchObject({ status: 'sold' })
    const theirs = { ...bea, status: 'repair', version: 5 }
    expect(shown(theirs, settled(5, plan(2, 'sold')))).toBe(theirs)
  })
})

describe('the fold for data of a moment', () => {
  const settledStatus = (to: string, inDataFrom?: number): FoldEntry => ({
    effects: [status(2, to)],
    settled: new Map(),
    settledAt: 1_000,
    ...(inDataFrom !== undefined && { inDataFrom }),
  })
  test('lacks a settled change that such data has, so that the change hides no later one', () => {
    const fold = foldOf([settledStatus('repair', 1_000)])
    expect(fold.at(999).row(truckKind, fleet[1]!).status).toBe('repair')
    expect(fold.at(1_000).row(truckKind, fleet[1]!)).toBe(fleet[1])
    expect(fold.at(1_000).has(truckKind)).toBe(false)
    expect(fold.at(1_000).rows(truckKind, fleet)).toBe(fleet)
  })
  test('has every change of which it is unknown from when on the data has it', () => {
    const fold = foldOf([settledStatus('repair'), waiting(status(3, 'sold'))])
    expect(fold.at(9_999)).toBe(fold)
  })
  test('keeps the waiting changes of the same record, and their rows keep their identity', () => {
    const fold = foldOf([settledStatus('repair', 1_000), waiting(status(2, 'sold')), waiting(status(3, 'repair'))])
    const later = fold.at(2_000)
    expect(later.rows(truckKind, fleet).map((row) => row.status)).toEqual(['ready', 'sold', 'repair'])
    expect(later.row(truckKind, fleet[2]!)).toBe(fold.row(truckKind, fleet[2]!))
  })
  test('is the same object for data with the same changes, until a change is added or removed', () => {
    const folding = new IncrementalFold()
    folding.set(1, settledStatus('repair', 1_000))
    folding.set(2, settledStatus('sold', 3_000))
    const fold = folding.fold()
    expect(fold.at(1_500)).toBe(fold.at(2_500))
    expect(fold.at(1_500)).not.toBe(fold.at(3_500))
    folding.set(1, null)
    expect(folding.fold().at(1_500).row(truckKind, fleet[1]!).status).toBe('sold')
    expect(fold.at(1_500).row(truckKind, fleet[1]!).status).toBe('sold')
  })
})
