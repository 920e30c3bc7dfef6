import { colorsOfScheme } from '#src/map/colors-of-scheme.ts'

/** What a path is drawn in. */
export interface TrackColors {
  /** By the steps of its speed, the slowest first. */
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
