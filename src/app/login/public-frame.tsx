import type { ReactNode } from 'react'
import { ColorSchemeSwitch } from '#src/app/layout/color-scheme-switch.tsx'
import { Logo } from '#src/ui/page/logo.tsx'
import classes from './public-frame.module.css'

/** The frame of the pages before the sign-in: the same bar as afterward, and one card. */
export function PublicFrame({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <header className={classes.bar}>
        <Logo size={30} />
        <span>Haulyard</span>
        <span className={classes.end}>
          <ColorSchemeSwitch />
        </span>
      </header>
      <main className={classes.main}>
        <div className={classes.card}>{children}</div>
      </main>
    </>
  )
}
