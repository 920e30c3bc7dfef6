import { useEffect, useState } from 'react'

/**
 * What `load` brings; null until then, unless it is `known`. An error of `load` goes to the nearest error boundary. Pass
 * the same function on every render.
 */
export function useLoaded<Value>(load: () => Promise<Value>, known: Value | null = null): Value | null {
  // In an object, as React would call a component that is set as a state.
  const [loaded, setLoaded] = useState<{ readonly value: Value } | null>(known === null ? null : { value: known })
  useEffect(() => {
    if (loaded !== null) return
    load().then(
      (value) => setLoaded({ value }),
      (cause: unknown) =>
        setLoaded(() => {
          throw cause
        }),
    )
  }, [load, loaded])
  return loaded?.value ?? null
}
