/** Whoever has a truck; `gomotive_id` is theirs with the telematics vendor. */
export interface FleetDriver {
  readonly id: number
  readonly gomotive_id: number | null
  readonly first_name: string
  readonly last_name: string
}

/** A truck that the telematics vendor knows, as `gomotive_id`. */
export interface FleetTruck {
  readonly id: string
  readonly gomotive_id: number
  readonly unit_number: string | null
  readonly transport_model: string
  readonly vin: string | null
  readonly licence_plate: string | null
  /** Since when (`yyyy-MM-dd`) it has its driver, or none. */
  readonly status_date_from: string | null
  readonly driver: FleetDriver | null
}

/** A trailer that the telematics vendor knows; `truck` is the id of the truck that its driver has. */
export interface FleetTrailer {
  readonly id: string
  readonly gomotive_id: number
  readonly transport_model: string
  readonly type: string | null
  readonly vin: string | null
  readonly status: string
  readonly truck: string | null
}
