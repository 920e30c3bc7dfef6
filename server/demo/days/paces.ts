import type { Random } from '../random.ts'

/** A stretch of a day driven at one speed, in miles per hour. Instants are in milliseconds. */
export interface Pace {
  readonly from: number
  readonly to: number
  readonly milesFrom: number
  readonly milesTo: number
  readonly speed: number
}

/** A day's miles with their paces, without times of day. */
export interface Ride {
  readonly hours: number
  readonly paces: readonly Omit<Pace, 'from' | 'to'>[]
}

/**
 * Range of a day's usual speed in mph, and the variation by traffic. The result is 55 to 68, which a speed governor
 * allows.
 */
const USUAL = [58, 65] as const
const GIVE = 3
/** Above this distance a day uses the faster range: otherwise it would not fit into eleven hours of driving. */
const FAR_MILES = 540
const FAST = [62, 65] as const

interface Slow {
  readonly miles: readonly [number, number]
  readonly speed: readonly [number, number]
}

/** Slow stretches in miles and mph: `city` to the dock, `ramp` between a truck stop and the road. */
const SLOW: Readonly<Record<'city' | 'ramp', Slow>> = {
  city: { miles: [4, 8], speed: [32, 42] },
  ramp: { miles: [1, 2], speed: [30, 40] },
}

/** A day's paces: a slow start, varying traffic on the way, and a slow end at the dock or off the road. */
export function pacesOf(chance: Random, miles: number, isDelivery: boolean): Ride {
  const [least, most] = miles > FAR_MILES ? FAST : USUAL
  const usual = chance.whole(least, most)
  const slow = ({ miles: within, speed }: Slow) => ({
    miles: Math.min(chance.whole(...within), miles / 4),
    speed: chance.whole(...speed),
  })
  const [off, last] = [slow(SLOW.ramp), slow(isDelivery ? SLOW.city : SLOW.ramp)]
  const paces: { milesFrom: number; milesTo: number; speed: number }[] = []
  let hours = 0
  const add = (milesTo: number, speed: number) => {
    const milesFrom = paces.at(-1)?.milesTo ?? 0
    paces.push({ milesFrom, milesTo, speed })
    hours += (milesTo - milesFrom) / speed
  }
  add(off.miles, off.speed)
  const until = miles - last.miles
  for (let mile = off.miles; mile < until; ) {
    const remainingMiles = until - mile
    const stretch = remainingMiles < 30 ? remainingMiles : chance.whole(14, 28)
    mile = remainingMiles < 30 ? until : mile + stretch
    add(mile, usual + chance.whole(-GIVE, GIVE))
  }
  add(miles, last.speed)
  return { hours, paces }
}
