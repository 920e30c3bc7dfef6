import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Paced, paced } from './paced.ts'

/** How often the address is written while somebody types, in milliseconds: browsers allow no more than a few a second. */
const EVERY_MS = 200

/**
 * What stands in a field whose text the address has, too: the field is the first to know, the address follows. When the
 * address changes by itself, the field does.
 */
export function useTyped(value: string, write: (text: string) => void): readonly [string, (text: string) => void] {
  const [typed, setTyped] = useState(value)
  const writeNow = useEffectEvent(write)
  // What was written from here comes back while the person types on: that is no news.
  const onTheirWay = useRef<string[]>([])
  const pace = useRef<Paced<string> | null>(null)
  useEffect(() => {
    const own = paced<string>(EVERY_MS, (text) => {
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
