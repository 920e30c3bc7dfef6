import { Link } from '@tanstack/react-router'
import { useSession } from '#src/session/session.ts'
import { permittedEntries } from './navigation.ts'
import classes from './navigation-tabs.module.css'
import { OutboxCount, OutboxWords } from './outbox-count.tsx'

/** The permitted pages as tabs: in the bar on wide screens, within reach of the thumb on phones. CSS shows one of them. */
export function NavigationTabs({ place }: { readonly place: 'top' | 'bottom' }) {
  const { user } = useSession()
  return (
    <nav className={classes.tabs} data-place={place} aria-label="Pages">
      {permittedEntries(user).map(({ title, to, Icon }) => (
        <Link
          key={to}
          to={to}
          className={classes.tab ?? ''}
          activeOptions={{ exact: to === '/', includeSearch: false }}
          activeProps={{ 'aria-current': 'page' }}
        >
          <span className={classes.icon}>
            <Icon size={20} stroke={1.75} aria-hidden />
            {to === '/outbox' ? <OutboxCount /> : null}
          </span>
          <span>
            {title}
            {to === '/outbox' ? <OutboxWords /> : null}
          </span>
        </Link>
      ))}
    </nav>
  )
}
