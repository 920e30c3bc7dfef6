import { dayAt, startOfDay } from './chicago-days.ts'
import type { Driving, Segment } from './day-plan.ts'
import type { TruckMotion, TruckState } from './truck-motion.ts'

/**
 * One drive from one stop to the next. Instants are in milliseconds. A run under way has no `to` and no destination;
 * its miles and seconds are those so far.
 */
export interface Run {
  readonly day: number
  /** Position among the runs of the day, from 0. */
  readonly index: number
  readonly from: number
  readonly to: number | null
  readonly miles: number
  readonly seconds: number
  readonly origin: TruckState
  readonly destination: TruckState | null
}

/** Both days are included and counted from 1970-01-01. The history ends at `until` (ms). */
export interface HistoryAsked {
  readonly firstDay: number
  readonly lastDay: number
  readonly until: number
}

const isDriving = (segment: Segment): segment is Driving => segment.kind === 'driving'

function* daysUntil({ firstDay, lastDay, until }: HistoryAsked): Generator<number> {
  const last = Math.min(lastDay, dayAt(until))
  for (let day = firstDay; day <= last; day++) yield day
}

/** The runs of a truck in the requested period, earliest first. */
export function* runsOf(motion: TruckMotion, unit: string, period: HistoryAsked): Generator<Run> {
  for (const day of daysUntil(period)) {
    const driven = motion.dayOf(unit, day).segments.filter(isDriving)
    for (const [index, { from, to, milesFrom }] of driven.entries()) {
      if (from > period.until) return
      const isOver = to <= period.until
      const last = motion.exactlyAt(unit, isOver ? to : period.until)
      const origin = motion.exactlyAt(unit, from - 1)
      yield {
        day,
        index,
        from,
        to: isOver ? to : null,
        miles: last.dayMiles - milesFrom,
        seconds: Math.round(((isOver ? to : period.until) - from) / 1000),
        origin,
        destination: isOver ? last : null,
      }
    }
  }
}

/**
 * A truck’s reported positions: at midnight, at each departure, every `everySeconds` while driving, and at each stop.
 */
export function* fixesOf(
  motion: TruckMotion,
  unit: string,
  period: HistoryAsked,
  everySeconds: number,
): Generator<TruckState> {
  for (const day of daysUntil(period)) {
    if (startOfDay(day) > period.until) return
    yield motion.exactlyAt(unit, startOfDay(day))
    for (const { from, to } of motion.dayOf(unit, day).segments.filter(isDriving)) {
      for (let at = from; at < to && at <= period.until; at += everySeconds * 1000) {
        const state = motion.exactlyAt(unit, at)
        yield at === from ? state : { ...state, type: 'breadcrumb' }
      }
      if (to <= period.until) yield motion.exactlyAt(unit, to)
    }
  }
}
