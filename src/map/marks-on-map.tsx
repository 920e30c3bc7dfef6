import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { reducedMotion } from '#src/ui/reduced-motion.ts'
import { mapColors } from './map-colors.ts'
import type { MapMark } from './map-mark.ts'
import { MarkLayer, type MarkPorts } from './mark-layer.ts'
import { useMap } from './use-map.ts'

interface MarksOnMapProps extends Pick<MarkPorts, 'onPick' | 'onCrowd'> {
  readonly marks: readonly MapMark[]
  readonly picked: string | null
  readonly isFollowed: boolean
}

/** Draws marks on the surrounding map. Moving marks glide, unless the user prefers reduced motion. */
export function MarksOnMap({ marks, picked, isFollowed, onPick, onCrowd }: MarksOnMapProps) {
  const map = useMap()
  const colors = useSyncExternalStore(mapColors.subscribe, mapColors.get)
  const isStill = useSyncExternalStore(reducedMotion.subscribe, reducedMotion.get)
  const acts = useRef({ onPick, onCrowd })
  useEffect(() => {
    acts.current = { onPick, onCrowd }
  })
  const [layer] = useState(
    () =>
      new MarkLayer({
        onPick: (key) => acts.current.onPick(key),
        onCrowd: (crowd) => acts.current.onCrowd(crowd),
        now: () => performance.now(),
      }),
  )
  useEffect(() => {
    layer.addTo(map)
    return () => void layer.remove()
  }, [layer, map])
  useEffect(
    () => layer.show({ marks, picked, isFollowed, colors, isStill }),
    [layer, marks, picked, isFollowed, colors, isStill],
  )
  return null
}
