import { expect, test } from 'vitest'
import { withServerRows } from '#src/offline/live/server-rows.ts'
import type { ListData } from '#src/offline/reading/list-pages.ts'
import { seededRandom } from '#tests/support/seeded-random.ts'

interface Row {
  readonly id: number
  readonly name: string
  readonly isActive: boolean
}
const aRow = (id: number, name: string, isActive = true): Row => ({ id, name, isActive })
const rules = {
  fits: ({ isActive }: Row) => isActive,
  compare: (a: Row, b: Row) => a.name.localeCompare(b.name) || a.id - b.id,
}
const [ann, bea, cem] = [aRow(1, 'Ann'), aRow(2, 'Bea'), aRow(3, 'Cem')]
const whole: ListData<Row> = { rows: [ann, bea, cem], count: 3, next: null }
const part: ListData<Row> = { rows: [ann, bea, cem], count: 9, next: '?offset=3' }
const names = ({ data }: { data: ListData<Row> }) => data.rows.map(({ name }) => name).join()

test('in a list that is loaded to its end, rows change, enter, leave and move, and are counted', () => {
  const changed = withServerRows(
    whole,
    { rows: [aRow(1, 'Dora'), aRow(4, 'Ben'), aRow(3, 'Cem', false)], gone: [] },
    rules,
  )
  expect(names(changed)).toBe('Bea,Ben,Dora')
  expect(changed).toMatchObject({ data: { count: 3, next: null }, isCounted: true })
  expect(changed.data.rows[0]).toBe(bea)
})

test('a row that is gone leaves; one that was never there changes nothing', () => {
  expect(names(withServerRows(whole, { rows: [], gone: [2] }, rules))).toBe('Ann,Cem')
  expect(withServerRows(whole, { rows: [aRow(8, 'Zoe', false)], gone: [7] }, rules).data).toBe(whole)
})

test('a row that is sent again as it was changes nothing', () => {
  expect(withServerRows(whole, { rows: [{ ...bea }], gone: [] }, rules).data).toBe(whole)
})

test('a row that the filter of the device rejects stays where the server listed it', () => {
  const odd: ListData<Row> = { ...whole, rows: [ann, aRow(2, 'Bea', false), cem] }
  expect(names(withServerRows(odd, { rows: [aRow(2, 'Bob', false)], gone: [] }, rules))).toBe('Ann,Bob,Cem')
})

test('a row that moves behind the loaded part comes with a later page, which begins after the loaded rows', () => {
  const moved = withServerRows(part, { rows: [aRow(2, 'Zoe')], gone: [] }, rules)
  expect(names(moved)).toBe('Ann,Cem')
  expect(moved).toMatchObject({ data: { count: 9, next: '?offset=2' }, isCounted: true })
})

test('the last loaded row stays when it changes in place', () => {
  const changed = withServerRows(
    part,
    { rows: [{ ...cem, isActive: true, name: 'Cem' }, aRow(2, 'Ben')], gone: [] },
    rules,
  )
  expect(names(changed)).toBe('Ann,Ben,Cem')
})

test('a loaded row that leaves is counted; a row that is not loaded must be counted elsewhere', () => {
  const left = withServerRows(part, { rows: [aRow(2, 'Bea', false)], gone: [] }, rules)
  expect(left).toMatchObject({ data: { count: 8, next: '?offset=2' }, isCounted: true })
  expect(withServerRows(part, { rows: [aRow(8, 'Zoe')], gone: [] }, rules)).toEqual({ data: part, isCounted: false })
  const entered = withServerRows(part, { rows: [aRow(8, 'Abe')], gone: [] }, rules)
  expect([names(entered), entered.isCounted]).toEqual(['Abe,Ann,Bea,Cem', false])
})

test('after any changes, the loaded part is the beginning of the server’s list', () => {
  const random = seededRandom(34)
  const below = (limit: number) => Math.floor(random() * limit)
  for (let run = 0; run < 500; run += 1) {
    const server = new Map(Array.from({ length: 12 }, (_, id) => [id, aRow(id, `N${below(9)}`, below(4) > 0)]))
    const listed = () => [...server.values()].filter(rules.fits).sort(rules.compare)
    const loaded = below(listed().length + 1)
    let list: ListData<Row> = {
      rows: listed().slice(0, loaded),
      count: listed().length,
      next: loaded === listed().length ? null : `?offset=${loaded}`,
    }
    for (let step = 0; step < 6; step += 1) {
      const ids = Array.from({ length: 1 + below(3) }, () => below(15))
      for (const id of ids) {
        if (below(5) === 0) server.delete(id)
        else server.set(id, aRow(id, `N${below(9)}`, below(4) > 0))
      }
      const rows = ids.flatMap((id) => server.get(id) ?? [])
      const gone = ids.filter((id) => !server.has(id))
      const { data, isCounted } = withServerRows(list, { rows, gone }, rules)
      list = isCounted ? data : { ...data, count: listed().length }
      expect(list.rows).toEqual(listed().slice(0, list.rows.length))
      expect(list.count).toBe(listed().length)
      if (list.next !== null) expect(list.next).toBe(`?offset=${list.rows.length}`)
      else expect(list.rows).toHaveLength(listed().length)
    }
  }
})
