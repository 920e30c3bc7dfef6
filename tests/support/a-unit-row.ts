import { placedRow } from '#contract/unit-holding.ts'
import type { Trailer, Truck, Unit } from '#contract/unit-rows.ts'

const CARE = {
  fleet_manager_name: 'Rosa Chen',
  fleet_manager_phone: '(312) 555-0130',
  fleet_manager_email: 'rosa.chen@haulyard.example',
  tolls_expenses: 12.5,
  fuel_expenses: 310,
}

const SHARED = {
  client_id: null,
  status: 'unassigned',
  status_date_from: '2026-11-02',
  status_date_to: null,
  driver: null,
  driver_full_name: null,
  holder: null,
  dispatcher: null,
  color: 'White',
  photo: null,
  miles_driven: 120_345.678,
  inspection_passed_date: '2026-03-01',
  next_service_date: '2027-01-15',
  gomotive_id: 4001,
  open_major_defects: 0,
  last_location: null,
  version: 3,
} as const

/** A truck that nobody drives; `over` says what is special about this one. */
export function aTruckRow(over: Partial<Truck> = {}): Truck {
  const id = over.id ?? '1042'
  return {
    ...SHARED,
    id,
    kind: 'truck',
    transport_model: 'Freightliner Cascadia',
    year: 2021,
    vin: null,
    type: 'sleeper',
    extra_info: {
      unit_number: id,
      licence_plate: `IL ${id} A`,
      transponder_id: `TP-${id}`,
      pilot_flying_j_truck: 5001,
      ...CARE,
    },
    ...over,
  }
}

/** A trailer that nobody has. */
export function aTrailerRow(over: Partial<Trailer> = {}): Trailer {
  return {
    ...SHARED,
    id: 'TL-1001',
    kind: 'trailer',
    transport_model: 'Wabash DuraPlate',
    year: 2020,
    vin: null,
    type: 'dry_van',
    extra_info: CARE,
    ...over,
  }
}

/** The same unit with somebody who has it. */
export function heldBy<U extends Unit>(unit: U, id: number, first_name: string, last_name: string): U {
  const holder = { id, first_name, last_name, is_firing: false }
  return placedRow(unit, { status: 'assigned', status_date_from: '2026-11-02', status_date_to: null, holder })
}
