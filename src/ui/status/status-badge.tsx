import classes from './status-badge.module.css'

/** The colors that mean a status; nothing else on screen wears them. */
export const STATUS_COLORS = ['green', 'yellow', 'orange', 'red', 'blue', 'gray'] as const
export type StatusColor = (typeof STATUS_COLORS)[number]

interface StatusProps {
  readonly color: StatusColor
  readonly title: string
}

/** A status as a filled label: its color and, always, its words. */
export function StatusBadge({ color, title }: StatusProps) {
  return (
    <span className={classes.badge} data-color={color}>
      <StatusDot color={color} />
      {title}
    </span>
  )
}

/** The small sign of a status; the words stand beside it. */
export function StatusDot({ color }: { readonly color: StatusColor }) {
  return <span className={classes.dot} data-color={color} aria-hidden />
}

/** What the colors of a page mean. */
export function StatusLegend({ statuses }: { readonly statuses: readonly StatusProps[] }) {
  return (
    <ul className={classes.legend} aria-label="Status colors">
      {statuses.map(({ color, title }) => (
        <li key={title}>
          <StatusDot color={color} />
          {title}
        </li>
      ))}
    </ul>
  )
}
