import { Link } from '@tanstack/react-router'
import { optionalPart } from '#src/app/optional-part.ts'
import { Logo } from '#src/ui/page/logo.tsx'
import classes from './navigation-bar.module.css'
import { NavigationTabs } from './navigation-tabs.tsx'
import { UserCorner } from './user-corner.tsx'

const BarTools = optionalPart(() => import('./bar-tools.tsx').then((module) => module.BarTools))

/** The bar at the top of every signed-in page: logo, tabs (at the bottom on phones) and the signed-in user. */
export function NavigationBar() {
  return (
    <header className={classes.bar}>
      <Link to="/" className={classes.logo} aria-label="Haulyard, start page">
        <Logo size={46} />
      </Link>
      <NavigationTabs place="top" />
      <NavigationTabs place="wide" />
      <NavigationTabs place="middle" />
      <div className={classes.end}>
        <div className={classes.tools}>
          <BarTools />
        </div>
        <UserCorner />
      </div>
    </header>
  )
}
