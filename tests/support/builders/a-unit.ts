import { hash } from 'node:crypto'

let counter = 0
/** A vendor's id for a unit. The same name gives the same id; without a name each id is new. */
function idOf(name: unknown): number {
  counter += 1
  return typeof name === 'string' ? Number.parseInt(hash('sha1', name).slice(0, 8), 16) + 1 : 730_011 + counter
}

/** The body of a new truck without a driver. Its identifiers are derived from `number`. */
export function aTruck(number: string, over: Readonly<Record<string, unknown>> = {}) {
  return {
    ...shared,
    unit_number: number,
    licence_plate: `P-${number}`,
    transponder_id: `007 ${number}`,
    gomotive_id: idOf(number),
    pilot_flying_j_truck: idOf(number),
    ...over,
  }
}

/** The body of a new trailer without a driver. */
export function aTrailer(over: Readonly<Record<string, unknown>> = {}) {
  return {
    ...shared,
    gomotive_id: idOf(over.id ?? over.client_id),
    transport_model: 'Utility 3000R',
    type: 'reefer',
    ...over,
  }
}

const shared = {
  transport_model: 'Freightliner Cascadia',
  year: 2023,
  color: 'White',
  inspection_passed_date: '2026-03-02',
  next_service_date: '2027-01-15',
  fleet_manager_name: 'Karen Walsh',
  fleet_manager_email: 'karen.walsh@haulyard.example',
  fleet_manager_phone: '+1 312 555 0107',
  status_date_from: '2026-11-21',
  status_date_to: null,
}
