/** A record as JSON text from the database, and its version. */
export interface RecordText {
  readonly text: string
  readonly version: number
}
