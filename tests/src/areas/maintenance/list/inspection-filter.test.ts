import { describe, expect, it } from 'vitest'
import { isNarrowed, parseInspectionAddress, withoutFilters } from '#src/areas/maintenance/list/inspection-filter.ts'
import { INSPECTION_DEFAULTS, inspectionSearch } from '#src/areas/maintenance/list/inspection-search.ts'

const from = (address: Record<string, unknown>) => parseInspectionAddress(inspectionSearch.parse(address))
const ALL = { status: '', report_type: '', service_type: '', fleet_manager: [], transport: [] }

describe('the address of the maintenance page', () => {
  it('means every inspection when it is empty', () => {
    expect(from({})).toEqual({ tab: '', filter: ALL, open: '', requestedReport: null })
    expect(inspectionSearch.parse({})).toEqual(INSPECTION_DEFAULTS)
    expect(isNarrowed(from({}).filter)).toBe(false)
  })

  it('contains the tab, its dates, units, types and people, and the opened inspection', () => {
    const address = {
      date_after: '2026-11-01',
      date_before: '2026-11-20',
      vehicles: '1042,TL-1001',
      report_type: 'defect',
      service_type: 'with_defects',
      managers: '2,7',
      open: '4711',
    }
    expect(from(address)).toEqual({
      tab: '',
      filter: {
        status: '',
        date_after: '2026-11-01',
        date_before: '2026-11-20',
        transport: ['1042', 'TL-1001'],
        report_type: 'defect',
        service_type: 'with_defects',
        fleet_manager: [2, 7],
      },
      open: '4711',
      requestedReport: null,
    })
    expect(isNarrowed(from(address).filter)).toBe(true)
  })

  it('accepts plain numbers, and the client id of the opened inspection', () => {
    expect(from({ vehicles: 1042, managers: 7, open: 4711 })).toMatchObject({
      filter: { transport: ['1042'], fleet_manager: [7] },
      open: '4711',
    })
    const clientId = '01936f3e-7b1c-7cc3-98c4-dc0c0c07398f'
    expect(from({ open: clientId }).open).toBe(clientId)
  })

  it.each([
    { tab: 'yesterday' },
    { date_after: '2026-02-30' },
    { date_before: 'soon' },
    { vehicles: '<script>,,-x' },
    { report_type: 'all' },
    { service_type: 'car_wash' },
    { managers: '0,-1,none,1e9' },
    { open: '#tests/src/areas/users' },
    { open: '0' },
    { vehicles: ['1042'.repeat(900)] },
    { tab: { deep: true } },
  ])('ignores the invalid value of %j', (address) => {
    expect(from(address)).toEqual({ tab: '', filter: ALL, open: '', requestedReport: null })
  })

  it('requests a new report for the one vehicle that it names, of one service or of any', () => {
    expect(from({ vehicles: 1042, add: 'annual_inspection' }).requestedReport).toEqual({
      unit: '1042',
      service: 'annual_inspection',
    })
    expect(from({ vehicles: '1042', add: 'any' }).requestedReport).toEqual({ unit: '1042', service: '' })
    expect([from({ add: 'any' }).requestedReport, from({ vehicles: '1042,1043', add: 'any' }).requestedReport]).toEqual(
      [null, null],
    )
  })

  it('keeps the valid values of a list, each once', () => {
    expect(from({ managers: '7,x,7,2' }).filter.fleet_manager).toEqual([7, 2])
  })

  it('has no dates when they are in the wrong order', () => {
    expect(from({ date_after: '2026-11-20', date_before: '2026-11-01' }).filter).toEqual(ALL)
    expect(from({ date_after: '2026-11-20', date_before: '2026-11-20' }).filter).toHaveProperty('date_before')
  })

  it('applies only the filters that its tab has', () => {
    const everything = {
      date_after: '2026-11-01',
      report_type: 'defect',
      service_type: 'pm_a',
      managers: '7',
      vehicles: '1042',
    }
    expect(from({ ...everything, tab: 'upcoming' }).filter).toEqual({
      ...ALL,
      status: 'upcoming',
      service_type: 'pm_a',
      transport: ['1042'],
    })
    expect(from({ ...everything, tab: 'history' }).filter).toMatchObject({
      report_type: '',
      date_after: '2026-11-01',
      fleet_manager: [7],
    })
  })

  it('without filters keeps its tab and the opened inspection', () => {
    const search = inspectionSearch.parse({ tab: 'history', managers: '7', date_after: '2026-11-01', open: '12' })
    expect(withoutFilters(search)).toEqual({ ...INSPECTION_DEFAULTS, tab: 'history', open: '12' })
  })
})
