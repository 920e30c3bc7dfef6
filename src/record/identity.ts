/** The id of a record that only this device has. */
export const NO_ID_YET = 0

/** The common fields of all records. A record created on a device keeps its `client_id` permanently. */
export interface Identity {
  readonly id: number | string
  readonly version: number
  readonly client_id?: string | null | undefined
}

/** The version to send with a change of a record; null for an unsent record. */
export const seenVersionIn = ({ id, version }: Identity) => (id === NO_ID_YET ? null : version)
