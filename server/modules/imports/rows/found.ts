/** Whom a row of a report was found to be of; null for nobody. */
export interface Found {
  readonly unit_id: string | null
  readonly driver_id: number | null
}
