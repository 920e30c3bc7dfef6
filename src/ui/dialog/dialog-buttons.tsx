import type { ReactNode } from 'react'
import classes from './dialog-buttons.module.css'

/** The buttons at a dialog's foot: Cancel first, the main action last. */
export function DialogButtons({ children }: { readonly children: ReactNode }) {
  return <div className={classes.buttons}>{children}</div>
}
