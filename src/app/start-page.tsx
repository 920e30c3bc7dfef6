import { Link } from '@tanstack/react-router'
import { dayWords } from '#src/format/calendar.ts'
import { useSession } from '#src/session/session.ts'
import { PageTitle } from '#src/ui/page-title.tsx'
import { useToday } from '#src/ui/use-now.ts'
import { permittedEntries } from './navigation.ts'
import { SavedForOffline } from './saved-for-offline.tsx'
import classes from './start-page.module.css'

/** Where everybody lands: the pages one may open, and what this device holds. */
export function StartPage() {
  const { user } = useSession()
  const today = useToday()
  const others = permittedEntries(user).filter((entry) => entry.to !== '/')
  return (
    <div className={classes.page}>
      <PageTitle title="Dashboard" note={dayWords(today)} />
      <p className={classes.greeting}>Hello {user?.first_name}. What would you like to look at?</p>
      <ul className={classes.places}>
        {others.map(({ to, title, about, Icon }) => (
          <li key={to}>
            <Link to={to} className={classes.place ?? ''}>
              <Icon size={26} stroke={1.5} aria-hidden />
              <span>
                <strong>{title}</strong>
                <span>{about}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <SavedForOffline />
    </div>
  )
}
