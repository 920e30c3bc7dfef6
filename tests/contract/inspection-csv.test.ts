import { expect, test } from 'vitest'
import { inspectionCsv, inspectionCsvName } from '#contract/maintenance/inspection-csv.ts'
import { aDefect, anInspection } from '#tests/support/builders/an-inspection.ts'

test('an inspection is one row under the header', () => {
  const row = anInspection({
    report_type: 'defect',
    due_date: '2026-12-01',
    note: '=SUM(A1), "quoted"',
    odometer: null,
    due_mileage: 0,
    defects: [
      aDefect(),
      aDefect({ id: 32, urgency: 'minor', description: '', state: 'repaired', settled_by: 'Ray Ortiz' }),
    ],
    comments: [{ id: 1, client_id: null, text: 'Ordered parts', created_at: '2026-11-20T16:00:00.000Z', user: null }],
    attachments: [
      { id: 5, client_id: null, file: '/x', file_size: 3, name: 'a.jpg', type: 'image/jpeg', defect: null },
    ],
  })
  expect(inspectionCsv([row])).toBe(
    '\uFEFFID,Date,Vehicle or Asset,Service Type,Report Type,Fleet Manager,Career,Total Cost,Odometer,Due Date,Due Mileage,Defects,Note,Attachments,Comments,Approved By,Approved Date,Reviewed By,Reviewed At\r\n' +
      '4711,2026-11-20,1042 · Kenworth T680,PM A,Defect,Greg Novak,Joliet Truck Care,412.50,,2026-12-01,0.000,' +
      '"Service Brakes (Major, Open): Air leak at the left rear chamber\nService Brakes (Minor, Repaired by Ray Ortiz)",' +
      '"\'=SUM(A1), ""quoted""",a.jpg,2026-11-20T16:00:00.000Z : Ordered parts,Greg Novak,2026-11-20,,\r\n',
  )
})

test('the file name contains the id of a single inspection, otherwise the number of inspections', () => {
  expect(inspectionCsvName([{ id: 12 }])).toBe('12-inspection.csv')
  expect(inspectionCsvName([{ id: 12 }, { id: 13 }])).toBe('2-inspections.csv')
})
