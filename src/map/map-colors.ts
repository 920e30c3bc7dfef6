import { STATUS_COLORS, type StatusColor } from '#src/ui/status/status-badge.tsx'
import { colorsOfScheme, type Scheme, shownScheme } from './colors-of-scheme.ts'

/** Colors of the marks. */
export interface MapColors {
  readonly scheme: Scheme
  readonly status: Readonly<Record<StatusColor, string>>
  readonly accent: string
  /** Behind and around marks, and the color of the text on them. */
  readonly ground: string
  readonly text: string
  readonly dimmed: string
  readonly cluster: string
  readonly clusterText: string
}

export const mapColors = colorsOfScheme((value): MapColors => {
  const status = STATUS_COLORS.map((color) => [color, value(`--status-${color}`)] as const)
  return {
    scheme: shownScheme(),
    status: Object.fromEntries(status) as Record<StatusColor, string>,
    accent: value('--mantine-color-accent-text'),
    ground: value('--card'),
    text: value('--mantine-color-text'),
    dimmed: value('--mantine-color-dimmed'),
    cluster: value('--bar'),
    clusterText: value('--bar-text'),
  }
})
