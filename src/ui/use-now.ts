import { useSyncExternalStore } from 'react'
import type { IsoDay } from '#src/format/calendar.ts'
import { chicagoDay } from '#src/format/chicago.ts'

/** Ages are told in minutes; a quarter of one keeps them near enough. */
const STEP = 15_000

const listeners = new Set<() => void>()
let now = Date.now()
/** The day of `now`; null until somebody asks. Found once for all: a list of cards asks a hundred times as it is drawn. */
let today: IsoDay | null = null
let timer: ReturnType<typeof setInterval> | null = null

function setRight() {
  now = Date.now()
  today = null
}

function tick() {
  setRight()
  for (const listener of listeners) listener()
}

/** One clock for the whole page; it stands still while nobody looks at it, and is set right when the page is shown again. */
function subscribe(listener: () => void) {
  if (listeners.size === 0) {
    setRight()
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

function dayOfNow(): IsoDay {
  today ??= chicagoDay(now)
  return today
}

/** The time in milliseconds, stepping every 15 s. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}

/** The company's calendar day; a page that stays open over midnight moves on with it. */
export function useToday(): IsoDay {
  return useSyncExternalStore(subscribe, dayOfNow)
}
