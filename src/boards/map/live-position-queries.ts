import { type MapPosition, type Mapped, telematicsEndpoints } from '#contract/boards/telematics.ts'
import { call } from '#src/api/call.ts'
import { type Declared, declare } from '#src/offline/reading/declared-query.ts'
import { TABS } from './map-tabs.ts'

/** Where those of a list are, by id, as far as they have moved since the page was opened. */
export interface LivePositions {
  /** The server's word for up to when it has told. */
  readonly asOf: string
  readonly byId: ReadonlyMap<number, MapPosition>
}

/**
 * Where those of a list are now: asked for anew whenever something has moved, and then only for those who have. It is in
 * memory alone; what a device keeps is the list itself.
 */
export function livePositions(of: Mapped): Declared<LivePositions> {
  return declare<typeof telematicsEndpoints.positions, LivePositions>(
    {
      key: ['map', 'positions', of],
      endpoint: telematicsEndpoints.positions,
      areas: ['positions'],
      access: TABS[of].access,
    },
    {
      stored: { pack: () => null, unpack: () => null, isPassing: true },
      ask: async (before) => {
        const query = { of, ...(before && { since: before.asOf }) }
        const { data, asOf, source } = await call(telematicsEndpoints.positions, { query, fresh: true })
        // The same where nobody has moved: whoever draws them need not begin anew.
        if (before && data.positions.length === 0) return { data: { ...before, asOf: data.as_of }, asOf, source }
        const byId = new Map(before?.byId)
        for (const position of data.positions) byId.set(position.id, position)
        return { data: { asOf: data.as_of, byId }, asOf, source }
      },
      make: null,
    },
  )
}
