import type { NewInspectionInput } from '#src/areas/maintenance/new/new-inspection.ts'
import type { InspectionValues } from '#src/areas/maintenance/new/new-inspection-values.ts'

const GREG = { id: 2, first_name: 'Greg', last_name: 'Novak' }
export const TRUCK = {
  id: '1042',
  kind: 'truck',
  title: '1042 · Kenworth T680',
  miles_driven: null,
  is_deleted: false,
} as const
export const TRAILER = { ...TRUCK, id: 'TL-1001', kind: 'trailer', title: 'TL-1001 · Utility' } as const

/** The input of the command that creates a report without defects. */
export function aNewInspection(given: Partial<NewInspectionInput> = {}): NewInspectionInput {
  return {
    client_id: '019af3b0-0000-7000-8000-000000000001',
    transport: TRUCK,
    fleet_manager: GREG,
    service_type: 'pm_a',
    report_type: 'no_defect',
    career: 'Joliet Truck Care',
    total_cost: 412.5,
    odometer: 120_345.678,
    odometer_is_last_known: false,
    due_date: null,
    due_mileage: null,
    note: '',
    defects: [],
    checklist: [],
    approval: { by: GREG, at: '2026-11-23T15:04:05.000Z', on: '2026-11-23' },
    made_at: '2026-11-23T15:05:00.000Z',
    date: '2026-11-23',
    files: [],
    supersedes: null,
    ...given,
  }
}

/** The values of the form for such a report. */
export function newInspectionValues(given: Partial<InspectionValues> = {}): InspectionValues {
  return {
    transport: TRUCK,
    fleet_manager: GREG,
    service_type: 'pm_a',
    report_type: 'no_defect',
    career: 'Joliet Truck Care',
    total_cost: '412.50',
    due_date: '',
    due_mileage: 0,
    defects: [],
    found: {},
    note: '',
    approved: true,
    approved_at: '2026-11-23T15:04:05.000Z',
    ...given,
  }
}
