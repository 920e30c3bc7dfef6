import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Throttle, throttled } from './throttled.ts'

/** Milliseconds between two updates of the URL while the user types: browsers allow only a few per second. */
const EVERY_MS = 200

/**
 * The text of a field that the URL mirrors. The field changes first and the URL follows. When the URL changes on its
 * own, the field follows.
 */
export function useTypedText(value: string, write: (text: string) => void): readonly [string, (text: string) => void] {
  const [typed, setTyped] = useState(value)
  const writeNow = useEffectEvent(write)
  // Texts that this hook wrote to the URL. They come back while the user types on and must not overwrite newer input.
  const onTheirWay = useRef<string[]>([])
  const pace = useRef<Throttle<string> | null>(null)
  useEffect(() => {
    const own = throttled<string>(EVERY_MS, (text) => {
      onTheirWay.current.push(text)
      writeNow(text)
    })
    pace.current = own
    return () => own.stop()
  }, [])
  useEffect(() => {
    const at = onTheirWay.current.indexOf(value)
    onTheirWay.current = onTheirWay.current.slice(at + 1)
    if (at >= 0) return
    onTheirWay.current = []
    pace.current?.stop()
    setTyped(value)
  }, [value])
  const type = (text: string) => {
    setTyped(text)
    pace.current?.push(text)
  }
  return [typed, type]
}
