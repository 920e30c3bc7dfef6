import * as z from 'zod/mini'
import { isoDate } from '#contract/wire/record.ts'

/** An expense in a few words' worth of fields, as a report or the books tell it. */
export const toldExpense = z.object({
  date: isoDate,
  /** HH:mm:ss; empty for none, null where it was not kept. */
  clock: z.nullable(z.string()),
  amount: z.number(),
  place: z.string(),
  /** What it is called by: a transponder, a plate, a number, a driver. */
  called: z.string(),
})
