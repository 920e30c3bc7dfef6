import { STATUS_COLOURS, type StatusColour } from '#src/ui/status/status-badge.tsx'
import { coloursOfScheme, type Scheme, shownScheme } from './colours-of-scheme.ts'

/** What marks are drawn in. */
export interface MapColours {
  readonly scheme: Scheme
  readonly status: Readonly<Record<StatusColour, string>>
  readonly accent: string
  /** Behind and around marks, and the words on them. */
  readonly ground: string
  readonly text: string
  readonly dimmed: string
  readonly cluster: string
  readonly clusterText: string
}

export const mapColours = coloursOfScheme((value): MapColours => {
  const status = STATUS_COLOURS.map((colour) => [colour, value(`--status-${colour}`)] as const)
  return {
    scheme: shownScheme(),
    status: Object.fromEntries(status) as Record<StatusColour, string>,
    accent: value('--mantine-color-accent-text'),
    ground: value('--card'),
    text: value('--mantine-color-text'),
    dimmed: value('--mantine-color-dimmed'),
    cluster: value('--bar'),
    clusterText: value('--bar-text'),
  }
})
