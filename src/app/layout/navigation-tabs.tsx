import { Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { useSession } from '#src/session/session.ts'
import { MAX_TABS, type NavigationEntry, narrowEntries, permittedEntries, tabsOf } from './navigation.ts'
import classes from './navigation-tabs.module.css'
import { OutboxCount, OutboxWords } from './outbox-count.tsx'

/** The permitted pages as tabs: in the bar on wide screens, at the bottom on phones. CSS shows one of the two. */
export function NavigationTabs({ place }: { readonly place: keyof typeof MAX_TABS }) {
  const { user } = useSession()
  const isNarrow = place === 'bottom' || place === 'middle'
  const entries = isNarrow ? narrowEntries(user) : permittedEntries(user)
  const [tabs, others] = tabsOf(entries, MAX_TABS[place])
  return (
    <nav className={classes.tabs} data-place={place} aria-label="Pages">
      {tabs.map((entry) => (
        <Tab key={entry.to} entry={entry} />
      ))}
      {others.length > 0 ? <OtherPages entries={others} opens={place === 'bottom' ? 'top-end' : 'bottom-end'} /> : null}
    </nav>
  )
}

function Tab({ entry: { title, to, Icon } }: { readonly entry: NavigationEntry }) {
  return (
    <Link
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
  )
}

interface OtherPagesProps {
  readonly entries: readonly NavigationEntry[]
  readonly opens: 'top-end' | 'bottom-end'
}

/** The menu of pages without a tab. Its button is marked while one of them is open. */
function OtherPages({ entries, opens }: OtherPagesProps) {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const isHere = entries.some(({ to }) => to !== '/' && path.startsWith(to)) || entries.some(({ to }) => to === path)
  return (
    <Menu position={opens} offset={4}>
      <Menu.Target>
        <button type="button" className={classes.tab} data-current={isHere || undefined}>
          <span className={classes.icon}>
            <IconDots size={20} stroke={1.75} aria-hidden />
          </span>
          <span>More{isHere ? <span className="visually-hidden">, the open page is here</span> : null}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {entries.map(({ title, to, Icon }) => (
          <Menu.Item
            key={to}
            className={classes.other}
            leftSection={<Icon size={20} stroke={1.75} aria-hidden />}
            renderRoot={(props) => <Link to={to} {...props} />}
          >
            {title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
