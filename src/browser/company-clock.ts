/** What the device's clock says, and one that nobody can set; that one may stand still while the device sleeps. */
export interface Moment {
  readonly device: number
  readonly steady: number
}
export const moment = (): Moment => ({ device: Date.now(), steady: performance.now() })

/** Keeps for the device how wrong its clock is, as JSON; null where it is right. */
export interface ClockNote {
  readonly read: () => string | null
  readonly write: (note: string | null) => void
}

/** From so much on a clock is wrong: a person's watch is not. */
const WRONG_FROM_MS = 120_000
/** Two findings so near are one: an answer's date has no fractions of a second, and a trip takes its time. */
const SAME_MS = 30_000
/** An answer that was on its way for longer says too little. */
const MAX_TRIP_MS = 20_000

let note: ClockNote = { read: () => null, write: () => undefined }
/** The server's clock minus this device's; 0 where that is right. */
let lag = 0
/** A time of the server that is over: it is later by now, whatever the device says. */
let over: { readonly server: number; readonly steady: number } | null = null
const listeners = new Set<() => void>()

/** Takes up what the device knew of its clock before. */
export function startClock(port: ClockNote): void {
  note = port
  const [kept, server] = String(port.read()).split(' ').map(Number)
  if (!kept || !server) return
  lag = kept
  over = { server, steady: performance.now() }
}

/** How much the server's clock is ahead of this device's, in milliseconds; 0 where the device's is right. */
export const clockLag = (): number => lag

export function onClockChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setLag(next: number): void {
  const isOther = next !== lag
  lag = next
  if (isOther || next !== 0) note.write(next === 0 ? null : `${Math.round(next)} ${over?.server ?? 0}`)
  // Not at once: it may be found out while something is drawn.
  if (isOther) queueMicrotask(tellListeners)
}

function tellListeners(): void {
  for (const listener of [...listeners]) listener()
}

/** Compares the clocks by the `Date` of an answer, which was asked for and came at these moments. */
export function compareClocks(date: string | null, asked: Moment, came: Moment): void {
  const server = Date.parse(date ?? '')
  const trip = came.steady - asked.steady
  const isSetMeanwhile = Math.abs(came.device - asked.device - trip) > 1000
  if (Number.isNaN(server) || trip > MAX_TRIP_MS || isSetMeanwhile) return
  over = { server, steady: came.steady }
  const found = server + 500 - (asked.device + came.device) / 2
  setLag(Math.abs(found) < WRONG_FROM_MS ? 0 : Math.abs(found - lag) < SAME_MS ? lag : found)
}

/** The device was set right, or wrong, since the server was heard: what shows that without a network. */
function look(device: number): void {
  if (over === null) return
  const least = over.server + performance.now() - over.steady
  const gap = device + lag - least
  // Put back: time does not go backwards. Put forward by what was missing: as a sleep would, but of just that length.
  if (gap < -WRONG_FROM_MS) setLag(Math.abs(device - least) < WRONG_FROM_MS || device > least ? 0 : least - device)
  else if (lag > 0 && Math.abs(gap - lag) < WRONG_FROM_MS) setLag(0)
}

/** The time in milliseconds by the server's clock, as far as this device knows it: what "today" is derived from. */
export function companyNow(): number {
  const device = Date.now()
  look(device)
  return device + lag
}

/** The time by this device's own clock, for what is compared with other times of it: ages of what is kept here. */
export const deviceNow = (): number => Date.now()
