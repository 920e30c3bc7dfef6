import {
  canvas,
  circleMarker,
  divIcon,
  type Layer,
  type Map as LeafletMap,
  layerGroup,
  marker,
  polyline,
} from 'leaflet'
import { hoursWords } from '#src/format/travel-words.ts'
import { dayAndTime } from './day-and-time.ts'
import { nearestTime } from './nearest-time.ts'
import { type Place, speedLines } from './speed-lines.ts'
import classes from './track.module.css'
import type { Stop, Track } from './track.ts'
import type { TrackColors } from './track-colors.ts'

/** Pixels. Details of lines smaller than this are invisible and left out. */
const SMOOTH = 1.5
/** A finger is wider than a line, in pixels. */
const REACH = 10
/** A click on the path is not a click on the map below it. */
const pressed = { bubblingMouseEvents: false }

export interface DrawnHow {
  readonly colors: TrackColors
  /** Called with the time at the clicked place or stop, in milliseconds since 1970. */
  readonly onSeek: (at: number) => void
}

/** Draws a path on its own canvas; returns a function that removes it. */
export function drawTrack(map: LeafletMap, track: Track, { colors, onSeek }: DrawnHow): () => void {
  const renderer = canvas({ padding: 0.3, tolerance: REACH })
  const { driven, bySpeed, gaps } = speedLines(track)
  const line = (places: readonly (readonly Place[])[], color: string, weight: number, isPressed = false) =>
    polyline(places as Place[][], { ...pressed, renderer, color, weight, smoothFactor: SMOOTH, interactive: isPressed })
  // Clicks go to the casing: one line for the whole path, below its colors.
  const casing = line(driven, colors.casing, 8, true)
  casing.on('click', ({ latlng }) => {
    const at = nearestTime(track, { lat: latlng.lat, lon: latlng.lng })
    if (at !== null) onSeek(at)
  })
  const layers: readonly Layer[] = [
    line(gaps, colors.gap, 2.5).setStyle({ dashArray: '2 7' }),
    casing,
    ...bySpeed.map((lines, step) => line(lines, colors.speeds[step] ?? colors.gap, 4.5)),
    ...track.stops.map((stop) =>
      circleMarker([stop.lat, stop.lon], {
        ...pressed,
        renderer,
        radius: 5,
        weight: 2,
        color: colors.casing,
        fillColor: colors.stop,
        fillOpacity: 1,
      })
        .on('click', () => onSeek(stop.from))
        .bindTooltip(() => stopTip(stop), { className: classes.tip ?? '', direction: 'top', offset: [0, -6] }),
    ),
    ...ends(track),
  ]
  const group = layerGroup([...layers]).addTo(map)
  return () => {
    group.remove()
    renderer.remove()
  }
}

/** "Joliet, IL · stopped 1:20 h from Sat 11/21/26 14:05". */
function stopWords({ place, from, until }: Stop): string {
  const since = `stopped ${hoursWords((until - from) / 1000)} h from ${dayAndTime(from)}`
  return place === '' ? since : `${place} · ${since}`
}

/** As text, not HTML: names of places come from outside. */
function stopTip(stop: Stop): HTMLElement {
  const tip = document.createElement('span')
  tip.textContent = stopWords(stop)
  return tip
}

function ends({ points }: Track): readonly Layer[] {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return []
  const flag = (words: string, { lat, lon }: typeof first, className: string | undefined) =>
    marker([lat, lon], {
      icon: divIcon({ className: `${classes.flag} ${className}`, html: `<span>${words}</span>`, iconSize: [0, 0] }),
      interactive: false,
      keyboard: false,
    })
  return last === first
    ? [flag('Here', first, classes.start)]
    : [flag('Start', first, classes.start), flag('End', last, classes.end)]
}
