import type { ReactNode } from 'react'
import { useOnline } from '#src/offline/connectivity.ts'
import classes from './login-form.module.css'

/** Says, as long as there is no network, that what the form is for needs one. */
export function NeedsNetwork({ children }: { readonly children: ReactNode }) {
  if (useOnline().online) return null
  return (
    <p className={classes.offline} role="status">
      {children}
    </p>
  )
}
