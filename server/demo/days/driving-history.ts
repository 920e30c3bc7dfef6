import { dayAt, startOfDay } from './chicago-days.ts'
import type { Driving, Segment } from './day-plan.ts'
import type { TruckMotion, TruckState } from './truck-motion.ts'

/** One run from standing to standing; instants in milliseconds. While it is under way it has no end, and what it has so far. */
export interface Run {
  readonly day: number
  /** Which run of the day it is, from 0. */
  readonly index: number
  readonly from: number
  readonly to: number | null
  readonly miles: number
  readonly seconds: number
  readonly origin: TruckState
  readonly destination: TruckState | null
}

/** Days counted from 1970-01-01, both included; nothing is told of what comes after `until` (ms). */
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

/** The runs of a truck on some days, the earliest first. */
export function* runsOf(motion: TruckMotion, unit: string, asked: HistoryAsked): Generator<Run> {
  for (const day of daysUntil(asked)) {
    const driven = motion.dayOf(unit, day).segments.filter(isDriving)
    for (const [index, { from, to, milesFrom }] of driven.entries()) {
      if (from > asked.until) return
      const isOver = to <= asked.until
      const last = motion.exactlyAt(unit, isOver ? to : asked.until)
      const origin = motion.exactlyAt(unit, from - 1)
      yield {
        day,
        index,
        from,
        to: isOver ? to : null,
        miles: last.dayMiles - milesFrom,
        seconds: Math.round(((isOver ? to : asked.until) - from) / 1000),
        origin,
        destination: isOver ? last : null,
      }
    }
  }
}

/** Where a truck was told to be: in the night, when it drove off, every so often on the way, and when it stopped. */
export function* fixesOf(
  motion: TruckMotion,
  unit: string,
  asked: HistoryAsked,
  everySeconds: number,
): Generator<TruckState> {
  for (const day of daysUntil(asked)) {
    if (startOfDay(day) > asked.until) return
    yield motion.exactlyAt(unit, startOfDay(day))
    for (const { from, to } of motion.dayOf(unit, day).segments.filter(isDriving)) {
      for (let at = from; at < to && at <= asked.until; at += everySeconds * 1000) {
        const state = motion.exactlyAt(unit, at)
        yield at === from ? state : { ...state, type: 'breadcrumb' }
      }
      if (to <= asked.until) yield motion.exactlyAt(unit, to)
    }
  }
}
