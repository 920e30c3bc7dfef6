import type { Random } from '#server/demo/random.ts'
import type { City } from '#server/demo/roads/freight-map.ts'
import type { Calendar } from './calendar.ts'
import type { DutyRun } from './duty-plan.ts'

type Docks = ReadonlyMap<City, readonly string[]>

/** Returns a dispatcher's note on one day of a run. Notes are short, and many days have none (empty text). */
export type NoteWriter = (random: Random, run: DutyRun, offset: number) => string

const hour = (random: Random, least: number, most: number) =>
  `${String(random.whole(least, most)).padStart(2, '0')}:${random.pick(['00', '00', '30'])}`

/** The note on a future day of a trip: appointments and loads only, no events that cannot be known in advance. */
function plannedHaulNote(random: Random, run: DutyRun, offset: number, dock: string): string {
  const to = run.destination.name
  if (run.origin === run.destination) return random.pick([`Reload out of ${to}`, ''])
  if (offset === run.from) {
    return random.pick([
      `PU ${run.origin.name} ${hour(random, 6, 15)} → ${to}, ${run.miles} mi`,
      `Pre-loaded in ${run.origin.name} → ${to}`,
      `${run.origin.name} → ${to}, tendered, waiting for the rate con`,
    ])
  }
  if (offset === run.to)
    return random.pick([`Deliver ${dock}, ${to}, appt ${hour(random, 5, 14)}`, `${to}, needs a reload`])
  return ''
}

function haulNote(random: Random, run: DutyRun, offset: number, dock: string, calendar: Calendar): string {
  const to = run.destination.name
  if (run.from === run.to) {
    return random.pick([
      `${run.origin.name} → ${to}, deliver ${hour(random, 12, 20)}, ${run.miles} mi`,
      `Same-day ${run.origin.name} → ${to}, ${dock}`,
      `Loaded in ${run.origin.name} → ${to}, seal ${random.whole(100_000, 999_999)}`,
    ])
  }
  if (offset === run.from) {
    return random.pick([
      `Loaded in ${run.origin.name} → ${to}, check call 0${random.whole(5, 8)}:00`,
      `Picking up in ${run.origin.name} ${hour(random, 7, 15)} → ${to}, ${run.miles} mi`,
      `${run.origin.name} → ${to}, live load, seal ${random.whole(100_000, 999_999)}`,
      `Drop and hook ${run.origin.name} → ${to}, BOL sent`,
    ])
  }
  if (offset === run.to) {
    return random.pick([
      `Delivering ${dock}, ${to}, ${hour(random, 5, 14)}`,
      `Empty in ${to} by ${hour(random, 10, 17)}, needs a reload`,
      `${to} ${hour(random, 6, 11)}, lumper on us, scan the POD`,
    ])
  }
  if (random.chance(0.45)) return ''
  return random.pick([
    `En route to ${to}, ETA ${calendar.weekday(run.to)} ${hour(random, 5, 14)}`,
    `Rolling, check call ${hour(random, 6, 9)}`,
    `Fuel stop booked, on time for ${to}`,
  ])
}

function waitNote(random: Random, run: DutyRun, dock: string): string {
  const at = run.destination.name
  if (run.occasion === 'reset') {
    return random.pick([
      `34-hour reset, ${run.destination.truckStop}`,
      `Out of hours, resting at ${run.destination.truckStop}`,
      `Layover ${at}, reload tomorrow`,
    ])
  }
  if (run.occasion === 'shop') {
    return random.pick([
      `Truck in the shop in ${at}, DEF sensor`,
      `Waiting on a tire, ${run.destination.truckStop}`,
      `APU repair in ${at}, loaner asked for`,
    ])
  }
  return random.pick([
    `Waiting on dock at ${dock}, ${at}`,
    `Detention at ${dock}, in since ${hour(random, 4, 10)}, rate con says 2 h free`,
    `Appointment moved, ${dock} ${at}, layover billed`,
    `Refused pallets at ${dock}, waiting on the broker`,
  ])
}

/** A writer of notes in a dispatcher's style. The notes name only docks that the company delivers to. */
export function noteWriter(docks: Docks, calendar: Calendar): NoteWriter {
  return (random, run, offset) => {
    const dock = random.pick(docks.get(run.destination) ?? ['the receiver'])
    const back = `${calendar.weekday(run.to + 1)} ${calendar.jotted(run.to + 1)}`
    switch (run.occasion) {
      case 'haul':
        return offset > 0 ? plannedHaulNote(random, run, offset, dock) : haulNote(random, run, offset, dock, calendar)
      case 'home':
        return offset === run.from ? `Home time, ${run.destination.name}, back ${back}` : ''
      case 'vacation':
        return offset === run.from ? `PTO, back ${back}` : ''
      case 'orientation':
        return `Orientation day ${offset - run.from + 1}: ${['paperwork, drug screen', 'ELD and Hours of Service', 'road test, Joliet yard', 'load securement', 'first load with a trainer'][offset - run.from] ?? 'ride-along'}`
      case 'leaving':
        return offset === run.from
          ? 'Turning the truck in, Joliet yard'
          : random.pick(['Exit paperwork with HR', 'Final settlement', ''])
      case 'dock':
      case 'reset':
      case 'shop':
        return waitNote(random, run, dock)
    }
  }
}
