import { type Access, NearestFirst } from './nearest-first.ts'
import type { RoadNetwork } from './road-network.ts'

/** The shortest ways from one start to every place, by the place's index. */
export interface Ways {
  /** Infinity for a place that no road reaches. */
  readonly miles: Float64Array
  /** Index of the previous place on the way; -1 where the way enters the network. */
  readonly before: Int32Array
  /** The road that leads to the place; empty where the way enters the network. */
  readonly roads: readonly string[]
}

/** Dijkstra's algorithm. `starts` are the places at which the network can be entered, with the miles to each. */
export function shortestWays({ places, hops }: RoadNetwork, starts: readonly Access[]): Ways {
  const miles = new Float64Array(places.length).fill(Number.POSITIVE_INFINITY)
  const before = new Int32Array(places.length).fill(-1)
  const roads = places.map(() => '')
  const milesTo = (index: number) => miles[index] ?? 0
  const next = new NearestFirst()
  for (const start of starts) {
    miles[start.index] = start.miles
    next.add(start)
  }
  for (let place = next.take(); place; place = next.take()) {
    // A shorter way to this place is known already.
    if (place.miles > milesTo(place.index)) continue
    for (const hop of hops[place.index] ?? []) {
      const all = place.miles + hop.miles
      if (all >= milesTo(hop.to)) continue
      miles[hop.to] = all
      before[hop.to] = place.index
      roads[hop.to] = hop.road
      next.add({ index: hop.to, miles: all })
    }
  }
  return { miles, before, roads }
}
