import type { Attachment, Defect, Inspection } from '#contract/maintenance/inspections.ts'

/** A report as in the server's responses. */
export function anInspection(given: Partial<Inspection> = {}): Inspection {
  return {
    id: 4711,
    client_id: null,
    date: '2026-11-20',
    fleet_manager: { id: 2, first_name: 'Greg', last_name: 'Novak' },
    transport: {
      id: '1042',
      kind: 'truck',
      title: '1042 · Kenworth T680',
      miles_driven: 120_345.678,
      is_deleted: false,
    },
    service_type: 'pm_a',
    service_type_display: 'PM A',
    career: 'Joliet Truck Care',
    total_cost: 412.5,
    odometer: 119_800.25,
    due_date: null,
    due_mileage: null,
    note: '',
    report_type: 'no_defect',
    defects: [],
    checklist: [],
    attachments: [],
    comments: [],
    approved_by: { id: 2, first_name: 'Greg', last_name: 'Novak' },
    approved_date: '2026-11-20',
    approved_at: '2026-11-20T15:04:05.000Z',
    approval_received_at: '2026-11-20T15:04:06.000Z',
    reviewed_by: null,
    reviewed_at: null,
    created_by: { id: 2, first_name: 'Greg', last_name: 'Novak' },
    made_at: '2026-11-20T15:04:00.000Z',
    received_at: '2026-11-20T15:04:06.000Z',
    is_latest: true,
    version: 1,
    ...given,
  }
}

/** A defect: open and major by default. */
export function aDefect(given: Partial<Defect> = {}): Defect {
  return {
    id: 31,
    client_id: null,
    defect_type: 'service_brakes',
    urgency: 'major',
    description: 'Air leak at the left rear chamber',
    state: 'open',
    settled_by: null,
    settled_at: null,
    settled_note: '',
    ...given,
  }
}

/** An attachment: by default a photo that the server has. */
export function anAttachment(given: Partial<Attachment> = {}): Attachment {
  return {
    id: 81,
    client_id: null,
    file: '/api/files/0f8fad5b-d9cb-469f-a165-70867728950e/axle.jpg',
    file_size: 608_174,
    name: 'axle.jpg',
    type: 'image/jpeg',
    defect: null,
    ...given,
  }
}
