import { useSyncExternalStore } from 'react'
import { deviceNow } from '#src/browser/company-clock.ts'

const SECOND = 1_000

const listeners = new Set<() => void>()
let now = deviceNow()
let timer: ReturnType<typeof setInterval> | null = null

function tick() {
  now = deviceNow()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  if (timer === null) {
    now = deviceNow()
    timer = setInterval(tick, SECOND)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0 || timer === null) return
    clearInterval(timer)
    timer = null
  }
}

const stay = () => () => undefined

/** Before the first tick the last one may be long ago. */
function currentSecond(): number {
  if (timer === null && Math.abs(deviceNow() - now) >= SECOND) now = deviceNow()
  return now
}

/**
 * The device's time in milliseconds, every second while `isCounting`: for what counts down under the user's eyes. Null
 * otherwise. Ages use `useNow`, which lets the page rest.
 */
export function useSeconds(isCounting: boolean): number | null {
  return useSyncExternalStore(isCounting ? subscribe : stay, () => (isCounting ? currentSecond() : null))
}
