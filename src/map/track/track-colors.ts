import { colorsOfScheme } from '#src/map/colors-of-scheme.ts'

/** Colors of a path. */
export interface TrackColors {
  /** One color per speed step, the slowest first. */
  readonly speeds: readonly string[]
  readonly casing: string
  readonly gap: string
  readonly stop: string
}

export const trackColors = colorsOfScheme(
  (value): TrackColors => ({
    speeds: [1, 2, 3, 4].map((step) => value(`--track-speed-${step}`)),
    casing: value('--track-casing'),
    gap: value('--track-gap'),
    stop: value('--track-stop'),
  }),
)
