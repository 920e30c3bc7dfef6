import { useSyncExternalStore } from 'react'
import { clockLag, companyNow, deviceNow, onClockChange } from '#src/browser/company-clock.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import { chicagoDay } from '#src/format/chicago.ts'

/** Ages are shown in minutes. Updates every quarter of a minute keep them accurate enough. In milliseconds. */
const STEP = 15_000

const listeners = new Set<() => void>()
let now = deviceNow()
/**
 * The company's current day, computed on the first use of each step: a list of cards needs it a hundred times per
 * render.
 */
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

/** One clock for the whole page. It stops without subscribers, and is corrected when the page becomes visible again. */
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

/** The device's time in milliseconds, in steps of 15 s. Use it for ages of data stored on the device. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}

/**
 * The server's time as far as the device knows it, in the same steps. Use it for ages of server data and for printing.
 */
export function useCompanyNow(): number {
  return useNow() + clockLag()
}

/** The company's calendar day. It changes at midnight while the page stays open. */
export function useToday(): IsoDay {
  return useSyncExternalStore(subscribe, dayOfNow)
}
