import type { NewTrailer, NewTruck, TrailerChange, TruckChange } from '#contract/units/unit-changes.ts'
import type { VehicleStatus } from '#contract/units/unit-choices.ts'
import { columnsOf, type StoredFields } from '#server/records/columns.ts'

type Change = keyof TruckChange | keyof TrailerChange | keyof NewTruck | keyof NewTrailer

/** The fields of a unit that users can change, directly or by implication. Named as in the body of the change. */
export type UnitFields = StoredFields<
  Exclude<Change, 'id' | 'client_id' | 'driver_had'>,
  {
    readonly status: VehicleStatus
    readonly status_date_from: string | null
    readonly status_date_to: string | null
    readonly driver: number | null
    /** While the unit has a driver, this is the driver's dispatcher. */
    readonly dispatcher: number | null
    readonly transport_model: string
    readonly year: number | null
    readonly color: string
    readonly type: string | null
    /** The path of the file. */
    readonly photo: string | null
    readonly miles_driven: number
    readonly inspection_passed_date: string | null
    readonly next_service_date: string | null
    readonly registration_expire: string | null
    readonly gomotive_id: number | null
    readonly vin: string | null
    readonly fleet_manager_name: string
    readonly fleet_manager_phone: string
    readonly fleet_manager_email: string
    readonly unit_number: string | null
    readonly licence_plate: string | null
    readonly transponder_id: string | null
    readonly pilot_flying_j_truck: number | null
  }
>

/** The columns of units, by field name. Statements and responses are built from these. */
export const UNIT_COLUMNS = columnsOf<UnitFields>({
  status: 'text',
  status_date_from: 'date',
  status_date_to: 'date',
  driver: ['driver_id', 'integer'],
  dispatcher: ['dispatcher_id', 'integer'],
  transport_model: 'text',
  year: 'smallint',
  color: 'text',
  type: 'text',
  photo: 'text',
  miles_driven: 'numeric',
  inspection_passed_date: 'date',
  next_service_date: 'date',
  registration_expire: 'date',
  gomotive_id: 'bigint',
  vin: 'text',
  fleet_manager_name: 'text',
  fleet_manager_phone: 'text',
  fleet_manager_email: 'text',
  unit_number: 'text',
  licence_plate: 'text',
  transponder_id: 'text',
  pilot_flying_j_truck: 'bigint',
})
