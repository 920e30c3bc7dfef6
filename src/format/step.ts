/**
 * A step from whatever is meant by the time that it is taken. Controls hand over steps, never where they lead: what is drawn
 * may be several presses behind what the person has asked for.
 */
export type Step<Value = number> = (from: Value) => Value

/** One further, or one back; never past the ends. */
export function stepWithin(by: -1 | 1, first: number, last: number): Step {
  return (from) => Math.min(last, Math.max(first, from + by))
}
