/** A record as JSON text, made by the database, with its version. */
export interface RecordText {
  readonly text: string
  readonly version: number
}
