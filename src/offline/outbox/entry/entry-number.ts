/**
 * The highest sequence number that is accepted. No device counts this far. A number written by hand beyond JavaScript's
 * safe integers would be assigned twice.
 */
export const MAX_SEQ = 1_000_000_000

/** Whether a value can be the sequence number of an entry. */
export const isSeq = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_SEQ
