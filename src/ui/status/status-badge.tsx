import classes from './status-badge.module.css'

/** The colours that mean a status; nothing else on screen wears them. */
export const STATUS_COLOURS = ['green', 'yellow', 'orange', 'red', 'blue', 'gray'] as const
export type StatusColour = (typeof STATUS_COLOURS)[number]

interface StatusProps {
  readonly colour: StatusColour
  readonly title: string
}

/** A status as a filled label: its colour and, always, its words. */
export function StatusBadge({ colour, title }: StatusProps) {
  return (
    <span className={classes.badge} data-colour={colour}>
      <StatusDot colour={colour} />
      {title}
    </span>
  )
}

/** The small sign of a status; the words stand beside it. */
export function StatusDot({ colour }: { readonly colour: StatusColour }) {
  return <span className={classes.dot} data-colour={colour} aria-hidden />
}

/** What the colours of a page mean. */
export function StatusLegend({ statuses }: { readonly statuses: readonly StatusProps[] }) {
  return (
    <ul className={classes.legend} aria-label="Status colours">
      {statuses.map(({ colour, title }) => (
        <li key={title}>
          <StatusDot colour={colour} />
          {title}
        </li>
      ))}
    </ul>
  )
}
