import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Basemap as BasemapChoice } from '#contract/wire/map-settings.ts'
import type { Basemap } from './basemap/basemap.ts'
import { basemapLayer } from './basemap/basemap-layer.ts'
import { loadBasemap } from './basemap/load-basemap.ts'
import { baseLayers } from './basemap-choice/base-layers.ts'
import { mapColors } from './map-colors.ts'
import classes from './map-frame.module.css'
import { useMap } from './use-map.ts'

interface MapGroundProps {
  /** The operator's choice of background. The packaged map is always below it. */
  readonly choice: BasemapChoice
}

/** The packaged map's data, null until it is loaded; whether loading failed; and a function that tries again. */
function useBasemap(): { readonly data: Basemap | null; readonly hasFailed: boolean; readonly again: () => void } {
  const [data, setData] = useState<Basemap | null>(null)
  const [failures, setFailures] = useState(0)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try loads the data again.
  useEffect(() => {
    let isWanted = true
    loadBasemap().then(
      (loaded) => isWanted && setData(loaded),
      () => isWanted && setFailures((before) => before + 1),
    )
    return () => {
      isWanted = false
    }
  }, [tries])
  return { data, hasFailed: data === null && failures > tries, again: () => setTries(failures) }
}

/** The background layers of the surrounding map, in the colors of the scheme. */
export function MapGround({ choice }: MapGroundProps) {
  const map = useMap()
  const { scheme } = useSyncExternalStore(mapColors.subscribe, mapColors.get)
  const { data, hasFailed, again } = useBasemap()
  useEffect(() => {
    if (data === null) return
    const layers = baseLayers(choice, basemapLayer(data, scheme), scheme)
    for (const layer of layers) layer.addTo(map)
    return () => {
      for (const layer of layers) layer.remove()
    }
  }, [map, data, choice, scheme])
  return hasFailed ? (
    <p className={classes.noGround} role="status">
      The map’s background could not be loaded.{' '}
      <button type="button" onClick={again}>
        Try again
      </button>
    </p>
  ) : null
}
