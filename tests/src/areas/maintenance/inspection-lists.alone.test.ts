import { describe, expect, it } from 'vitest'
import { compareInspections, type InspectionFilter, inspectionFits } from '#contract/maintenance/inspection-lists.ts'
import { type Inspection, inspectionKind } from '#contract/maintenance/inspections.ts'
import { inspectionDetail } from '#src/areas/maintenance/detail/inspection-detail-queries.ts'
import { everyInspection, inspectionList, upcomingCount } from '#src/areas/maintenance/inspection-queries.ts'
import { inspectionRows } from '#src/areas/maintenance/inspection-rows.ts'
import { countWithEffects } from '#src/areas/maintenance/list/upcoming-count.ts'
import { added, patched, removed } from '#src/offline/command.ts'
import { foldOf } from '#src/offline/fold/incremental-fold.ts'
import { queryClient } from '#src/offline/query-storage/query-client.ts'
import { TRAILER } from '#tests/support/builders/a-new-inspection.ts'
import { aDefect, anInspection } from '#tests/support/builders/an-inspection.ts'
import { AS_OF, offlinePageForEachTest, storeList } from '#tests/support/builders/an-offline-page.ts'

const TODAY = '2026-11-23'
const CLIENT_ID = '01936f3e-7b1c-7cc3-98c4-dc0c0c07398e'
const rows: readonly Inspection[] = [
  anInspection({ id: 9, date: '2026-11-22', service_type: 'repair', report_type: 'defect', defects: [aDefect()] }),
  anInspection({ id: 8, date: '2026-11-20', service_type: 'oil_change', due_mileage: 120_000 }),
  anInspection({ id: 7, client_id: CLIENT_ID, date: '2026-11-20', transport: TRAILER, due_date: '2026-11-30' }),
  anInspection({ id: 6, date: '2026-11-01', due_date: '2026-11-10' }),
  anInspection({ id: 5, date: '2026-10-01', due_date: '2026-11-01', is_latest: false, approved_date: null }),
  anInspection({ id: 4, date: '2026-09-01', fleet_manager: { id: 7, first_name: 'Ann', last_name: 'Lee' } }),
]
const ALL: InspectionFilter = { status: '', report_type: '', service_type: '', fleet_manager: [], transport: [] }
const ids = (of: readonly { readonly id: number }[]) => of.map(({ id }) => id)

const requests = offlinePageForEachTest()
const storeRows = () => storeList(everyInspection(TODAY), rows)

describe('offline', () => {
  it.each([
    [{ status: 'upcoming' }, [6, 8, 7]],
    [{ status: 'upcoming', transport: ['TL-1001'] }, [7]],
    [{ status: 'upcoming', service_type: 'oil_change' }, [8]],
    [{ status: 'history' }, [9, 4]],
    [{ date_after: '2026-11-01', date_before: '2026-11-20' }, [8, 7, 6]],
    [{ transport: ['TL-1001', '9'] }, [7]],
    [{ report_type: 'defect' }, [9]],
    [{ service_type: 'without_defects' }, [8, 7, 6, 5, 4]],
    [{ fleet_manager: [7] }, [4]],
    [{ status: 'history', fleet_manager: [7], service_type: 'pm_a' }, [4]],
  ] as const)('the list of %j is derived from all inspections stored on the device', async (given, expected) => {
    storeRows()
    const list = inspectionList({ ...ALL, ...given } as InspectionFilter, TODAY)
    const derived = await queryClient.fetchQuery(list.options)
    expect(ids(derived.data.rows)).toEqual(expected)
    expect(derived).toMatchObject({ asOf: AS_OF, isDerived: true, data: { count: expected.length, next: null } })
  })

  it('an inspection is found by its number or client id among the stored ones, and an unknown one fails', async () => {
    storeRows()
    for (const ref of ['7', CLIENT_ID]) {
      const one = await queryClient.fetchQuery(inspectionDetail(ref).options)
      expect(one.data).toMatchObject({ id: 7, transport: { title: 'TL-1001 · Utility' } })
    }
    await expect(queryClient.fetchQuery(inspectionDetail('12').options)).rejects.toThrow()
  })

  it('the upcoming work is counted from the stored inspections', async () => {
    storeRows()
    const { data } = await queryClient.fetchQuery(upcomingCount.options)
    expect(data).toEqual({ count: 3 })
  })
})

describe('the request for a list of inspections', () => {
  const query = async (given: Partial<InspectionFilter>) => {
    await queryClient.fetchQuery(inspectionList({ ...ALL, ...given }, TODAY).options).catch(() => undefined)
    return requests.at(-1)?.search
  }

  it('contains only the tab when nothing is filtered', async () => {
    expect(await query({})).toBe('?status=&limit=50')
    expect(await query({ status: 'history' })).toBe('?status=history&limit=50')
  })

  it('joins fleet managers with commas and repeats units', async () => {
    expect(await query({ fleet_manager: [2, 7], transport: ['1042', 'TL-1001'] })).toBe(
      '?status=&fleet_manager=2%2C7&transport=1042&transport=TL-1001&limit=50',
    )
  })

  it('contains all units on the next page too', async () => {
    const list = inspectionList({ ...ALL, transport: ['1042', 'TL-1001'] }, TODAY)
    const next = '/api/maintenance/inspections/?status=&transport=1042&transport=TL-1001&limit=50&cursor=abc'
    await list.fetchMore({ rows, count: 90, next }).catch(() => undefined)
    expect(requests.at(-1)?.searchParams.getAll('transport')).toEqual(['1042', 'TL-1001'])
    expect(requests.at(-1)?.searchParams.get('cursor')).toBe('abc')
  })
})

describe('the count of upcoming work with waiting changes', () => {
  const key = (row: Inspection) => inspectionKind.keyOf(row)
  const dueOn =
    (due_date: string | null) =>
    <R extends Inspection>(row: R): R => ({ ...row, due_date })
  const withWaiting = (...effects: Parameters<typeof foldOf>[0][number]['effects']) =>
    countWithEffects({ count: 3, asOf: AS_OF }, foldOf([{ effects, settled: null }]))
  const [, , , due, , done] = rows as [Inspection, Inspection, Inspection, Inspection, Inspection, Inspection]

  it('is the server’s count when no change waits', () => {
    expect(withWaiting()).toBe(3)
  })

  it('rises with a report created on this device that is due again, but not with one that is not due', () => {
    const createdHere = anInspection({
      id: 0,
      client_id: '01936f3e-7b1c-7cc3-98c4-dc0c0c07398f',
      due_date: '2027-01-01',
    })
    expect(withWaiting(added(inspectionKind, createdHere))).toBe(4)
    expect(withWaiting(added(inspectionKind, { ...createdHere, due_date: null }))).toBe(3)
  })

  it('falls when upcoming work is removed or no longer due', () => {
    expect(withWaiting(removed(inspectionRows, key(due), due))).toBe(2)
    expect(withWaiting(patched(inspectionRows, key(due), dueOn(null), due))).toBe(2)
  })

  it('rises once when a report gets a due date', () => {
    const dated = dueOn('2027-01-01')
    const once = patched(inspectionRows, key(done), dated, done)
    expect(withWaiting(once)).toBe(4)
    expect(
      withWaiting(once, patched(inspectionRows, key(done), dueOn('2027-02-01'), { ...done, due_date: '2027-01-01' })),
    ).toBe(4)
  })

  it('does not count a change again that the server’s count includes', () => {
    const createdHere = anInspection({
      id: 0,
      client_id: '01936f3e-7b1c-7cc3-98c4-dc0c0c07398f',
      due_date: '2027-01-01',
    })
    const settled = new Map([[`inspection/${createdHere.client_id}` as const, 1]])
    const entry = { effects: [added(inspectionKind, createdHere)], settled, settledAt: AS_OF - 1 }
    expect(countWithEffects({ count: 4, asOf: AS_OF }, foldOf([entry as never]))).toBe(4)
  })
})

it('the test inspections fit the unfiltered list and are in its order', () => {
  expect(ids(rows.filter(inspectionFits(ALL)).toSorted(compareInspections('', TODAY)))).toEqual([9, 8, 7, 6, 5, 4])
})
