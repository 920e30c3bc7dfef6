import { type MapList, type MapPosition, telematicsEndpoints } from '#contract/boards/telematics.ts'
import { call } from '#src/api/call.ts'
import { type DeclaredQuery, declareQuery } from '#src/offline/reading/declared-query.ts'
import { TABS } from './map-tabs.ts'

/** The live positions of a list's items by id, for items that have moved since the page was opened. */
export interface LivePositions {
  /** The server's time up to which moves are included. */
  readonly asOf: string
  readonly byId: ReadonlyMap<number, MapPosition>
}

/**
 * The live positions of a list's items. They are refetched whenever something has moved, and then only for the moved
 * items. They are only in memory; the device stores the list itself.
 */
export function livePositions(of: MapList): DeclaredQuery<LivePositions> {
  return declareQuery<typeof telematicsEndpoints.positions, LivePositions>(
    {
      key: ['map', 'positions', of],
      endpoint: telematicsEndpoints.positions,
      areas: ['positions'],
      access: TABS[of].access,
    },
    {
      storage: { pack: () => null, unpack: () => null, isTransient: true },
      fetchData: async (before) => {
        const query = { of, ...(before && { since: before.asOf }) }
        const { data, asOf, source } = await call(telematicsEndpoints.positions, { query, fresh: true })
        // The same object when nothing has moved, so components do not render again.
        if (before && data.positions.length === 0) return { data: { ...before, asOf: data.as_of }, asOf, source }
        const byId = new Map(before?.byId)
        for (const position of data.positions) byId.set(position.id, position)
        return { data: { asOf: data.as_of, byId }, asOf, source }
      },
      derive: null,
    },
  )
}
