import type { Trailer, Truck } from '#contract/units/units.ts'

const SHARED = {
  client_id: null,
  status: 'unassigned',
  status_date_from: '2026-10-01',
  status_date_to: null,
  driver: null,
  driver_full_name: null,
  holder: null,
  dispatcher: null,
  transport_model: 'Kenworth T680',
  year: 2024,
  color: 'White',
  photo: null,
  miles_driven: 120_345.678,
  inspection_passed_date: '2026-05-04',
  next_service_date: '2027-01-15',
  registration_expire: '2027-03-31',
  gomotive_id: 730_001,
  vin: null,
  open_major_defects: 0,
  last_location: null,
  version: 3,
} as const

const MANAGER = {
  fleet_manager_name: 'Greg Novak',
  fleet_manager_phone: '(815) 555-0102',
  fleet_manager_email: 'manager@haulyard.example',
  tolls_expenses: 0,
  fuel_expenses: 0,
}

/** A truck as in the rows of lists. */
export function aTruck(over: Partial<Truck> = {}): Truck {
  const id = over.id ?? '1042'
  const identifiers = {
    transponder_id: `T-${id}`,
    licence_plate: `P${id}`,
    unit_number: id,
    pilot_flying_j_truck: 660_001,
  }
  return { ...SHARED, id, kind: 'truck', type: 'sleeper', extra_info: { ...identifiers, ...MANAGER }, ...over }
}

/** A trailer as in the rows of lists. */
export function aTrailer(over: Partial<Trailer> = {}): Trailer {
  return {
    ...SHARED,
    id: 'TL-1001',
    kind: 'trailer',
    type: 'dry_van',
    extra_info: { licence_plate: null, ...MANAGER },
    ...over,
  }
}

/** The fields of a row for its driver. */
export function drivenBy(id: number, first_name: string, last_name: string) {
  const holder = { id, first_name, last_name, is_firing: false, papers_until: '2027-06-30' }
  return { status: 'assigned', driver: id, driver_full_name: `${first_name} ${last_name}`, holder } as const
}
