/** The id of a record that only this device has so far. */
export const NO_ID_YET = 0

/** What every record has. A record that a device made keeps the name that the device gave it. */
export interface Identity {
  readonly id: number | string
  readonly version: number
  readonly client_id?: string | null | undefined
}

/** The version to name with a change of a record; null for one that waits to be made. */
export const seenVersionIn = ({ id, version }: Identity) => (id === NO_ID_YET ? null : version)
