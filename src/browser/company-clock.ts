/**
 * Two clocks read together, in milliseconds. `steady` can't be set by the user, but may stop while the device sleeps.
 */
export interface ClockReading {
  readonly device: number
  readonly steady: number
}
export const readClocks = (): ClockReading => ({ device: Date.now(), steady: performance.now() })

/** Stores how wrong the device's clock is, as `<lag> <server time>`; null when it is right. */
export interface ClockNote {
  readonly read: () => string | null
  readonly write: (note: string | null) => void
}

/** A clock counts as wrong from this difference on: an ordinary watch is more precise. */
const WRONG_FROM_MS = 120_000
/**
 * Two measurements this close count as equal: a `Date` header has no fractions of a second, and a round trip takes
 * time.
 */
const SAME_MS = 30_000
/** A longer round trip makes the measurement too imprecise. */
const MAX_TRIP_MS = 20_000

let note: ClockNote = { read: () => null, write: () => undefined }
/** The server's clock minus this device's clock; 0 when the device's clock is right. */
let lag = 0
/** The last known server time: the present is later than that, whatever the device's clock shows. */
let lastServerTime: { readonly server: number; readonly steady: number } | null = null
const listeners = new Set<() => void>()

/** Restores the stored difference of the clocks. */
export function startClock(port: ClockNote): void {
  note = port
  const [storedLag, server] = String(port.read()).split(' ').map(Number)
  if (!storedLag || !server) return
  lag = storedLag
  lastServerTime = { server, steady: performance.now() }
}

/** How far the server's clock is ahead of this device's, in milliseconds; 0 when the device's clock is right. */
export const clockLag = (): number => lag

export function onClockChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setLag(next: number): void {
  const isOther = next !== lag
  lag = next
  if (isOther || next !== 0) note.write(next === 0 ? null : `${Math.round(next)} ${lastServerTime?.server ?? 0}`)
  // Deferred: the difference may be found during a render.
  if (isOther) queueMicrotask(notifyListeners)
}

function notifyListeners(): void {
  for (const listener of [...listeners]) listener()
}

/** Compares the clocks by the `Date` header of a response, which was requested and received at these times. */
export function compareClocks(date: string | null, requested: ClockReading, received: ClockReading): void {
  const server = Date.parse(date ?? '')
  const trip = received.steady - requested.steady
  const isSetMeanwhile = Math.abs(received.device - requested.device - trip) > 1000
  if (Number.isNaN(server) || trip > MAX_TRIP_MS || isSetMeanwhile) return
  lastServerTime = { server, steady: received.steady }
  const difference = server + 500 - (requested.device + received.device) / 2
  setLag(Math.abs(difference) < WRONG_FROM_MS ? 0 : Math.abs(difference - lag) < SAME_MS ? lag : difference)
}

/** Detects without a network that the device's clock was corrected or set wrong since the last response. */
function checkDeviceClock(device: number): void {
  if (lastServerTime === null) return
  const earliest = lastServerTime.server + performance.now() - lastServerTime.steady
  const gap = device + lag - earliest
  // First case: the clock was set back, because time can't run backward. Second case: it jumped forward by exactly the
  // missing lag, so it was corrected; a sleep of just that length looks the same.
  if (gap < -WRONG_FROM_MS)
    setLag(Math.abs(device - earliest) < WRONG_FROM_MS || device > earliest ? 0 : earliest - device)
  else if (lag > 0 && Math.abs(gap - lag) < WRONG_FROM_MS) setLag(0)
}

/** The time by the server's clock in milliseconds, as far as this device knows it. "Today" is derived from it. */
export function companyNow(): number {
  const device = Date.now()
  checkDeviceClock(device)
  return device + lag
}

/**
 * The time by this device's own clock, for comparison with other times of that clock, such as the age of stored data.
 */
export const deviceNow = (): number => Date.now()
