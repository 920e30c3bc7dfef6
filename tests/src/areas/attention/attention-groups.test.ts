import { describe, expect, test } from 'vitest'
import {
  ATTENTION_KINDS,
  type Attention,
  type AttentionDriver,
  type AttentionInspection,
  type AttentionUnit,
} from '#contract/maintenance/attention.ts'
import { inspectionKind } from '#contract/maintenance/inspections.ts'
import { driverKind } from '#contract/people/drivers.ts'
import { type UnitName, unitKind } from '#contract/units/unit-names.ts'
import { attentionSummary, attentionUnits, unlistedUnits } from '#src/areas/attention/attention-groups.ts'
import { lineActions, lineWords } from '#src/areas/attention/attention-line-words.ts'
import { openMajorsChanged } from '#src/areas/maintenance/changes/open-majors.ts'
import { patched, removed } from '#src/offline/command.ts'
import { emptyFold } from '#src/offline/fold/fold.ts'
import { foldOf } from '#src/offline/fold/incremental-fold.ts'

const TODAY = '2026-11-21'
const user = { id: 3, first_name: 'Ann', last_name: 'Lee', photo: null }
const ann: AttentionDriver = {
  id: 7,
  user,
  current_status: 'on_vacation',
  truck: null,
  extra_info: { med_expire: '2026-12-01', CDL_expire: '2026-11-18' },
  version: 1,
}
const truck: AttentionUnit = {
  id: '1042',
  client_id: null,
  kind: 'truck',
  transport_model: 'Kenworth T680',
  status: 'unassigned',
  status_date_to: null,
  inspection_passed_date: '2025-11-30',
  next_service_date: '2026-11-21',
  open_major_defects: 2,
  major_defect_report: 5,
  holder: null,
  version: 1,
}
const report: AttentionInspection = {
  id: 5,
  client_id: null,
  date: '2026-11-11',
  transport: { id: '1042', kind: 'truck', title: '1042 · Kenworth T680' },
  service_type: 'pm_a',
  service_type_display: 'PM A',
  report_type: 'no_defect',
  approved_date: null,
  due_mileage: null,
  due_on: null,
  version: 1,
}
const noCounts = Object.fromEntries(ATTENTION_KINDS.map((kind) => [kind, 0])) as Attention['counts']
const counts = {
  ...noCounts,
  ...{ medical_card: 1, cdl: 1, major_defect: 1, not_ready: 1, annual_inspection: 1, service: 130, approval: 1 },
}
const all: Attention = { drivers: [ann], units: [truck], inspections: [report], counts, total: 132 }

const countsOf = (of: ReturnType<typeof attentionSummary>) =>
  Object.fromEntries(of.groups.map(({ kind, count }) => [kind, count]))
const words = (kind: Parameters<typeof lineWords>[1]) => {
  const [item] = attentionSummary(all, emptyFold, TODAY).groups.find((group) => group.kind === kind)?.items ?? []
  return item ? lineWords(item, kind, TODAY) : null
}

describe('the attention summary on this device', () => {
  test('lists the kinds in order of urgency, each with the server’s full count', () => {
    const { groups, total } = attentionSummary(all, emptyFold, TODAY)
    expect(groups.map(({ kind }) => kind)).toEqual([
      ...['major_defect', 'not_ready', 'annual_inspection', 'medical_card', 'cdl', 'service', 'approval'],
    ])
    expect(countsOf({ groups, total }).service).toBe(130)
    expect(total).toBe(132)
  })

  test('drops an item and lowers its count as soon as a waiting change resolves it', () => {
    const fold = foldOf([
      {
        effects: [
          patched(driverKind, '7', (row) => ({
            ...row,
            extra_info: { med_expire: '2028-12-01', CDL_expire: '2026-11-18' },
          })),
          patched(unitKind, '1042', (row) => ({ ...row, open_major_defects: 0, next_service_date: '2027-03-01' })),
          patched(inspectionKind, '5', (row) => ({ ...row, approved_date: TODAY })),
        ],
        settled: null,
      },
    ])
    const now = attentionSummary(all, fold, TODAY)
    expect(countsOf(now)).toEqual({ annual_inspection: 1, cdl: 1, service: 129 })
    expect(now.total).toBe(131)
  })

  test('drops the items of a record that a waiting change deletes', () => {
    const fold = foldOf([{ effects: [removed(unitKind, '1042'), removed(inspectionKind, '5')], settled: null }])
    const now = attentionSummary(all, fold, TODAY)
    expect(countsOf(now)).toEqual({ medical_card: 1, cdl: 1, service: 129 })
    expect(now.total).toBe(130)
  })

  test('keeps a report when a waiting change reads defects that its row does not have', () => {
    const settle = patched(inspectionKind, '5', (row) => ({
      ...row,
      defects: (row as unknown as { defects: readonly object[] }).defects.map((one) => ({ ...one, state: 'repaired' })),
    }))
    expect(countsOf(attentionSummary(all, foldOf([{ effects: [settle], settled: null }]), TODAY)).approval).toBe(1)
  })

  test('judges due dates by today’s date, however old the response is', () => {
    const { groups } = attentionSummary(
      { ...all, counts: { ...counts, annual_inspection: 0 } },
      emptyFold,
      '2026-12-02',
    )
    expect(groups.find(({ kind }) => kind === 'annual_inspection')?.count).toBe(1)
    expect(groups.find(({ kind }) => kind === 'not_ready')?.items).toHaveLength(1)
  })

  test('shows on each line how much time is left or how long it is overdue', () => {
    expect(words('medical_card')).toEqual({
      title: 'Ann Lee',
      note: '12/01/26',
      due: { words: 'in 10 days', tone: 'pressing' },
    })
    expect(words('cdl')?.due).toEqual({ words: 'expired 3 days ago', tone: 'expired' })
    expect(words('service')?.due).toEqual({ words: 'today', tone: 'expired' })
    expect(words('major_defect')).toEqual({ title: 'Truck 1042', note: '2 defects · Kenworth T680', due: null })
    expect(words('not_ready')?.note).toBe('2 open major defects')
    expect(words('approval')).toEqual({
      title: 'Truck 1042 · Kenworth T680',
      note: 'PM A of 11/11/26',
      due: { words: 'waiting 10 days', tone: 'pressing' },
    })
  })

  test('names the service of a report that is due again, with its mileage and the days left', () => {
    const oil = {
      ...report,
      service_type_display: 'Oil Change',
      approved_date: TODAY,
      due_on: '2026-11-25',
      due_mileage: 102_400,
    }
    const summary = attentionSummary({ ...all, units: [], inspections: [oil] }, emptyFold, TODAY)
    const [item] = summary.groups.find(({ kind }) => kind === 'service')?.items ?? []
    expect(item && lineWords(item, 'service', TODAY)).toEqual({
      title: 'Truck 1042 · Kenworth T680',
      note: 'Oil Change, last on 11/11/26, due at 102,400 mi',
      due: { words: 'in 4 days', tone: 'pressing' },
    })
    expect(item && lineActions(item, 'service').map(({ words }) => words)).toEqual(['Report the service', 'Open'])
  })

  test('links each line to the page where the user can act on it', () => {
    const firstAction = (kind: Parameters<typeof lineWords>[1]) => {
      const [item] = attentionSummary(all, emptyFold, TODAY).groups.find((group) => group.kind === kind)?.items ?? []
      return item && lineActions(item, kind)[0]
    }
    expect(firstAction('cdl')).toMatchObject({
      words: 'Enter the new CDL',
      link: { to: '/drivers', search: { find: '"Ann Lee"' } },
    })
    expect(firstAction('service')).toMatchObject({
      link: { to: '/maintenance', search: { vehicles: '1042', add: 'any' } },
    })
    expect(
      lineActions({ of: 'unit', row: truck, due: null }, 'major_defect').map(({ words, link }) => [words, link.to]),
    ).toEqual([
      ['Certify the repair', '/maintenance'],
      ['Open', '/trucks'],
      ['Open', '/maintenance'],
    ])
    expect(firstAction('major_defect')).toMatchObject({ link: { search: { open: '5' }, hash: 'open-defect' } })
    expect(firstAction('annual_inspection')).toMatchObject({
      words: 'Report the inspection',
      link: { to: '/maintenance', search: { vehicles: '1042', add: 'annual_inspection' } },
    })
    expect(firstAction('cdl')).toMatchObject({ opens: { list: 'drivers', key: '7' } })
    expect(firstAction('not_ready')).toMatchObject({ link: { to: '/trucks', search: { find: '"1042"' } } })
    expect(firstAction('approval')).toMatchObject({
      words: 'Approve',
      link: { to: '/maintenance', search: { open: '5' } },
    })
  })
})

describe('units that the server did not list', () => {
  const trailer: UnitName = {
    ...{ id: 'TL-7', client_id: null, kind: 'trailer', transport_model: 'Wabash', year: 2020, version: 3 },
    ...{ status: 'unassigned', status_date_from: null, status_date_to: null, driver: null },
    ...{ inspection_passed_date: null, next_service_date: null, registration_expire: null },
    ...{ open_major_defects: 1, open_majors: ['d'] },
  }
  const fold = foldOf([
    { effects: openMajorsChanged('TL-7', ['d']), settled: null },
    { effects: openMajorsChanged('1042', ['e']), settled: null },
  ])

  // The server lists all that it counts.
  const whole: Attention = { ...all, counts: { ...counts, service: 1 }, total: 3 }

  test('a unit that a change gives an open major defect is listed and counted', () => {
    const keys = unlistedUnits(all, fold)
    expect([...keys]).toEqual(['TL-7'])
    const units = attentionUnits(keys, [{ ...trailer, id: 'TL-8' }, trailer])
    const { groups, total } = attentionSummary(whole, fold, TODAY, units)
    const majors = groups.find(({ kind }) => kind === 'major_defect')
    expect(majors?.items.map(({ row }) => row.id)).toEqual(['1042', 'TL-7'])
    expect(majors?.count).toBe(2)
    expect(total).toBe(4)
  })

  test('what the server counted without listing it is not counted twice', () => {
    const units = attentionUnits(unlistedUnits(all, fold), [trailer])
    const { groups, total } = attentionSummary({ ...all, counts: { ...counts, major_defect: 120 } }, fold, TODAY, units)
    const majors = groups.find(({ kind }) => kind === 'major_defect')
    expect(majors?.items).toHaveLength(2)
    expect(majors?.count).toBe(120)
    expect(total).toBe(132)
  })

  test('a changed unit without a need is not listed', () => {
    const units = attentionUnits(unlistedUnits(all, fold), [{ ...trailer, open_major_defects: 0, open_majors: [] }])
    expect(attentionSummary(all, fold, TODAY, units).total).toBe(132)
  })
})
