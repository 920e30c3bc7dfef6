import { useSyncExternalStore } from 'react'
import { clockLag, companyNow, deviceNow, onClockChange } from '#src/browser/company-clock.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import { chicagoDay } from '#src/format/chicago.ts'

/** Ages are told in minutes; a quarter of one keeps them near enough. */
const STEP = 15_000

const listeners = new Set<() => void>()
let now = deviceNow()
/** The company's day; null until somebody asks. Found once for all: a list of cards asks a hundred times as it is drawn. */
let today: IsoDay | null = null
let timer: ReturnType<typeof setInterval> | null = null
let stopClock = () => undefined as unknown

function setRight() {
  now = deviceNow()
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
    stopClock = onClockChange(tick)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0 || timer === null) return
    clearInterval(timer)
    timer = null
    document.removeEventListener('visibilitychange', tick)
    stopClock()
  }
}

function dayOfNow(): IsoDay {
  today ??= chicagoDay(companyNow())
  return today
}

/** The device's time in milliseconds, stepping every 15 s: for ages of what is kept here. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}

/** The server's time as far as this device knows it, in the same steps: for ages of what the server says, and for paper. */
export function useCompanyNow(): number {
  return useNow() + clockLag()
}

/** The company's calendar day; a page that stays open over midnight moves on with it. */
export function useToday(): IsoDay {
  return useSyncExternalStore(subscribe, dayOfNow)
}
