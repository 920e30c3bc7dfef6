/**
 * A step from whatever is meant by the time that it is taken. Controls hand over steps, never where they lead: what is drawn
 * may be several presses behind what the person has asked for.
 */
export type Step<Value = number> = (from: Value) => Value

/** One further, or one back; never past the ends. */
export function stepWithin(by: -1 | 1, first: number, last: number): Step {
  return (from) => Math.min(last, Math.max(first, from + by))
}

/** A value with some of it changed; the same value where nothing differs, so that an arrow at its end does nothing. */
export function changedBy<Value extends object>(now: Value, change: Partial<Value>): Value {
  const isSame = Object.entries(change).every(([name, value]) => Object.is(Reflect.get(now, name), value))
  return isSame ? now : { ...now, ...change }
}
