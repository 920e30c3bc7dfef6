import { useSyncExternalStore } from 'react'
import type { IsoDay } from '#src/format/calendar.ts'
import { chicagoDay } from '#src/format/chicago.ts'

/** Ages are told in minutes; a quarter of one keeps them near enough. */
const STEP = 15_000

const listeners = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setInterval> | null = null

function tick() {
  now = Date.now()
  for (const listener of listeners) listener()
}

/** One clock for the whole page; it stands still while nobody looks at it, and is set right when the page is shown again. */
function subscribe(listener: () => void) {
  if (listeners.size === 0) {
    now = Date.now()
    timer = setInterval(tick, STEP)
    document.addEventListener('visibilitychange', tick)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0 || timer === null) return
    clearInterval(timer)
    timer = null
    document.removeEventListener('visibilitychange', tick)
  }
}

/** The time in milliseconds, stepping every 15 s. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}

/** The company's calendar day; a page that stays open over midnight moves on with it. */
export function useToday(): IsoDay {
  return useSyncExternalStore(subscribe, () => chicagoDay(now))
}
