import type { Inspection } from '#contract/maintenance/inspections.ts'
import { defectTitle } from '#contract/maintenance/maintenance-choices.ts'
import { StatusBadge } from '#src/ui/status/status-badge.tsx'
import { checkWords } from '../inspection-words.ts'
import classes from './inspection-detail.module.css'

const COLORS = { ok: 'green', defect: 'red', not_applicable: 'gray' } as const

/** The result for each checked part. */
export function ChecklistTable({ items }: { readonly items: Inspection['checklist'] }) {
  return (
    <ul className={classes.checklist}>
      {items.map(({ part, found }) => (
        <li key={part}>
          <span>{defectTitle(part)}</span>
          <StatusBadge color={COLORS[found]} title={checkWords(found)} />
        </li>
      ))}
    </ul>
  )
}
