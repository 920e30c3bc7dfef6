import { lazy, type ReactNode, Suspense } from 'react'
import type { Basemap } from '#contract/wire/map-settings.ts'
import { MapFrame } from '#src/map/map-frame.tsx'
import { useReading } from '#src/offline/reading/use-reading.ts'
import { type BoardProps, REPLACE } from './board-parts.ts'
import classes from './map-page.module.css'
import { mapBackground } from './map-queries.ts'
import { viewOf, viewText, WHOLE_COUNTRY } from './map-view.ts'

/** With its data it comes after what is on it. */
const MapGround = lazy(() => import('#src/map/map-ground.tsx').then((module) => ({ default: module.MapGround })))

const PACKAGED: Basemap = { kind: 'packaged' }

interface MapSideProps extends Pick<BoardProps, 'search' | 'change'> {
  /** What is on the map, and over it. */
  readonly children: ReactNode
}

/** The map's side of the board; what is seen stands in the address. */
export function MapSide({ search, change, children }: MapSideProps) {
  const { known } = useReading(mapBackground.options)
  // What a device has never heard of may still be asked for: until then the packaged one.
  const choice = known?.data.basemap ?? PACKAGED
  return (
    <div className={classes.map}>
      <MapFrame
        label="Map"
        view={viewOf(search.view) ?? WHOLE_COUNTRY}
        onView={(seen) => change({ view: viewText(seen) }, REPLACE)}
      >
        <Suspense>
          <MapGround choice={choice} />
        </Suspense>
        {/* A part that is on its way must not hide the map: it would forget how large it is. */}
        <Suspense>{children}</Suspense>
      </MapFrame>
    </div>
  )
}
