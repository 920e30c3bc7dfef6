/** The driver of a truck. `gomotive_id` is the driver's id at the telematics vendor. */
export interface FleetDriver {
  readonly id: number
  readonly gomotive_id: number | null
  readonly first_name: string
  readonly last_name: string
}

/** A truck that the telematics vendor knows. `gomotive_id` is its id there. */
export interface FleetTruck {
  readonly id: string
  readonly gomotive_id: number
  readonly unit_number: string | null
  readonly transport_model: string
  readonly vin: string | null
  readonly licence_plate: string | null
  /** The day (`yyyy-MM-dd`) since which the truck has its current driver, or has no driver. */
  readonly status_date_from: string | null
  readonly driver: FleetDriver | null
}

/** A trailer that the telematics vendor knows. `truck` is the id of its driver's truck. */
export interface FleetTrailer {
  readonly id: string
  readonly gomotive_id: number
  readonly transport_model: string
  readonly type: string | null
  readonly vin: string | null
  readonly status: string
  readonly truck: string | null
}
