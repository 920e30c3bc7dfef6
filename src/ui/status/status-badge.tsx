import classes from './status-badge.module.css'

/** The colors that mean a status. Nothing else on screen uses them. */
export const STATUS_COLORS = ['green', 'yellow', 'orange', 'red', 'blue', 'gray'] as const
export type StatusColor = (typeof STATUS_COLORS)[number]

interface StatusProps {
  readonly color: StatusColor
  readonly title: string
}

/** A status as a filled label: its color and always its text. */
export function StatusBadge({ color, title }: StatusProps) {
  return (
    <span className={classes.badge} data-color={color}>
      <StatusDot color={color} />
      {title}
    </span>
  )
}

/** The small dot of a status, next to its text. */
export function StatusDot({ color }: { readonly color: StatusColor }) {
  return <span className={classes.dot} data-color={color} aria-hidden />
}

/** The meaning of a page's status colors. */
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
