import { URGENCIES, type Urgency, urgencyTitle } from '#contract/maintenance/maintenance-choices.ts'
import { StatusBadge } from '#src/ui/status/status-badge.tsx'

/** How grave a defect is: its colour and its word. */
export function UrgencyBadge({ urgency }: { readonly urgency: Urgency }) {
  const colour = URGENCIES.find(({ value }) => value === urgency)?.colour ?? 'gray'
  return <StatusBadge colour={colour} title={urgencyTitle(urgency)} />
}
