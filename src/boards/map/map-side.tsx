import type { ReactNode } from 'react'
import type { Basemap } from '#contract/wire/map-settings.ts'
import { MapFrame } from '#src/map/map-frame.tsx'
import { useReading } from '#src/offline/reading/use-reading.ts'
import { lazyPart } from '#src/ui/page/lazy-part.tsx'
import { type BoardProps, REPLACE } from './board-parts.ts'
import classes from './map-page.module.css'
import { mapBackground } from './map-queries.ts'
import { viewOf, viewText, WHOLE_COUNTRY } from './map-view.ts'

/** The background with its data loads after the marks. */
const MapGround = lazyPart(() => import('#src/map/map-ground.tsx').then((module) => module.MapGround))

const PACKAGED: Basemap = { kind: 'packaged' }

interface MapSideProps extends Pick<BoardProps, 'search' | 'change'> {
  /** The layers on the map and the elements over it. */
  readonly children: ReactNode
}

/** The map's side of the board. The URL contains the view. */
export function MapSide({ search, change, children }: MapSideProps) {
  const { known } = useReading(mapBackground.options)
  // A device that does not know the operator's choice yet uses the packaged background until it does.
  const choice = known?.data.basemap ?? PACKAGED
  return (
    <div className={classes.map}>
      <MapFrame
        label="Map"
        view={viewOf(search.view) ?? WHOLE_COUNTRY}
        onView={(seen) => change({ view: viewText(seen) }, REPLACE)}
      >
        <MapGround choice={choice} />
        {children}
      </MapFrame>
    </div>
  )
}
