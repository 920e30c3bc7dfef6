import { describe, expect, it } from 'vitest'
import { compareInspections, type InspectionFilter, inspectionFits } from '#contract/maintenance/inspection-lists.ts'
import { type Inspection, inspectionKind } from '#contract/maintenance/inspections.ts'
import { inspectionDetail } from '#src/areas/maintenance/detail/inspection-detail-queries.ts'
import { everyInspection, inspectionList, upcomingCount } from '#src/areas/maintenance/inspection-queries.ts'
import { inspectionRows } from '#src/areas/maintenance/inspection-rows.ts'
import { countWithEffects } from '#src/areas/maintenance/list/upcoming-count.ts'
import { added, patched, removed } from '#src/offline/command.ts'
import { foldOf } from '#src/offline/fold/fold.ts'
import { queryClient } from '#src/offline/query-storage/query-client.ts'
import { TRAILER } from '#tests/support/builders/a-new-inspection.ts'
import { AS_OF, keepsRows, pageWithoutNetworkForEach } from '#tests/support/builders/a-page-without-a-network.ts'
import { aDefect, anInspection } from '#tests/support/builders/an-inspection.ts'

const TODAY = '2026-11-23'
const rows: readonly Inspection[] = [
  anInspection({ id: 9, date: '2026-11-22', service_type: 'repair', report_type: 'defect', defects: [aDefect()] }),
  anInspection({ id: 8, date: '2026-11-20', service_type: 'oil_change', due_mileage: 120_000 }),
  anInspection({ id: 7, date: '2026-11-20', transport: TRAILER, due_date: '2026-11-30' }),
  anInspection({ id: 6, date: '2026-11-01', due_date: '2026-11-10' }),
  anInspection({ id: 5, date: '2026-10-01', due_date: '2026-11-01', is_latest: false, approved_date: null }),
  anInspection({ id: 4, date: '2026-09-01', fleet_manager: { id: 7, first_name: 'Ann', last_name: 'Lee' } }),
]
const ALL: InspectionFilter = { status: '', report_type: '', service_type: '', fleet_manager: [], transport: [] }
const ids = (of: readonly { readonly id: number }[]) => of.map(({ id }) => id)

const asked = pageWithoutNetworkForEach()
const keep = () => keepsRows(everyInspection(TODAY), rows)

describe('without a network', () => {
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
  ] as const)('the list of %j is made of all that the device keeps', async (given, expected) => {
    keep()
    const list = inspectionList({ ...ALL, ...given } as InspectionFilter, TODAY)
    const made = await queryClient.fetchQuery(list.options)
    expect(ids(made.data.rows)).toEqual(expected)
    expect(made).toMatchObject({ asOf: AS_OF, isDerived: true, data: { count: expected.length, next: null } })
  })

  it('an inspection is found among them, by its number and by the name that a device gave it', async () => {
    keep()
    const one = await queryClient.fetchQuery(inspectionDetail('7').options)
    expect(one.data.transport.title).toBe('TL-1001 · Utility')
    await expect(queryClient.fetchQuery(inspectionDetail('12').options)).rejects.toThrow()
  })

  it('the work that is due is counted of them', async () => {
    keep()
    const { data } = await queryClient.fetchQuery(upcomingCount.options)
    expect(data).toEqual({ count: 3 })
  })
})

describe('what is asked of the server', () => {
  const query = async (given: Partial<InspectionFilter>) => {
    await queryClient.fetchQuery(inspectionList({ ...ALL, ...given }, TODAY).options).catch(() => undefined)
    return asked.at(-1)?.search
  }

  it('is the tab alone when nothing is narrowed', async () => {
    expect(await query({})).toBe('?status=&limit=50')
    expect(await query({ status: 'history' })).toBe('?status=history&limit=50')
  })

  it('names people with commas, and repeats units', async () => {
    expect(await query({ fleet_manager: [2, 7], transport: ['1042', 'TL-1001'] })).toBe(
      '?status=&fleet_manager=2%2C7&transport=1042&transport=TL-1001&limit=50',
    )
  })

  it('goes on with all units where the server says where to', async () => {
    const list = inspectionList({ ...ALL, transport: ['1042', 'TL-1001'] }, TODAY)
    const next = '/api/maintenance/inspections/?status=&transport=1042&transport=TL-1001&limit=50&cursor=abc'
    await list.fetchMore({ rows, count: 90, next }).catch(() => undefined)
    expect(asked.at(-1)?.searchParams.getAll('transport')).toEqual(['1042', 'TL-1001'])
    expect(asked.at(-1)?.searchParams.get('cursor')).toBe('abc')
  })
})

describe('how much work is due with changes that wait', () => {
  const key = (row: Inspection) => inspectionKind.keyOf(row)
  const dueOn =
    (due_date: string | null) =>
    <R extends Inspection>(row: R): R => ({ ...row, due_date })
  const withWaiting = (...effects: Parameters<typeof foldOf>[0][number]['effects']) =>
    countWithEffects({ count: 3, asOf: AS_OF }, foldOf([{ effects, settled: null }]))
  const [, , , due, , done] = rows as [Inspection, Inspection, Inspection, Inspection, Inspection, Inspection]

  it('is what the server counted while none does', () => {
    expect(withWaiting()).toBe(3)
  })

  it('rises by a report that was made here and is due again, not by one that is not', () => {
    const made = anInspection({ id: 0, client_id: '01936f3e-7b1c-7cc3-98c4-dc0c0c07398f', due_date: '2027-01-01' })
    expect(withWaiting(added(inspectionKind, made))).toBe(4)
    expect(withWaiting(added(inspectionKind, { ...made, due_date: null }))).toBe(3)
  })

  it('falls when such work is taken away, or is due no more', () => {
    expect(withWaiting(removed(inspectionRows, key(due), due))).toBe(2)
    expect(withWaiting(patched(inspectionRows, key(due), dueOn(null), due))).toBe(2)
  })

  it('rises when a report gets a day on which it is due, once', () => {
    const dated = dueOn('2027-01-01')
    const once = patched(inspectionRows, key(done), dated, done)
    expect(withWaiting(once)).toBe(4)
    expect(
      withWaiting(once, patched(inspectionRows, key(done), dueOn('2027-02-01'), { ...done, due_date: '2027-01-01' })),
    ).toBe(4)
  })

  it('does not count again what the server had by then', () => {
    const made = anInspection({ id: 0, client_id: '01936f3e-7b1c-7cc3-98c4-dc0c0c07398f', due_date: '2027-01-01' })
    const settled = new Map([[`inspection/${made.client_id}` as const, 1]])
    const entry = { effects: [added(inspectionKind, made)], settled, settledAt: AS_OF - 1 }
    expect(countWithEffects({ count: 4, asOf: AS_OF }, foldOf([entry as never]))).toBe(4)
  })
})

it('the builders stand as the contract has them', () => {
  expect(ids(rows.filter(inspectionFits(ALL)).toSorted(compareInspections('', TODAY)))).toEqual([9, 8, 7, 6, 5, 4])
})
