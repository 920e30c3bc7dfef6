/**
 * The highest number of an entry that is believed. No device ever counts so far, and a number laid there by hand beyond what
 * JavaScript tells apart would be given twice.
 */
export const MAX_SEQ = 1_000_000_000

/** Whether a value can be the number of an entry. */
export const isSeq = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_SEQ
