/**
 * A step from the current value at the time when it is applied. Controls pass on steps, never their results: the
 * rendered value may be several presses behind the user.
 */
export type Step<Value = number> = (from: Value) => Value

/** One step forward or back, within `first` and `last`. */
export function stepWithin(by: -1 | 1, first: number, last: number): Step {
  return (from) => Math.min(last, Math.max(first, from + by))
}

/** `now` with `change` applied; the same object when nothing differs, so that an arrow at its end does nothing. */
export function withChange<Value extends object>(now: Value, change: Partial<Value>): Value {
  const isSame = Object.entries(change).every(([name, value]) => Object.is(Reflect.get(now, name), value))
  return isSame ? now : { ...now, ...change }
}
