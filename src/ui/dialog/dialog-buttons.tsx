import type { ReactNode } from 'react'
import classes from './dialog-buttons.module.css'

/** The buttons at a dialog's foot: the way back first, what the dialog is for last. */
export function DialogButtons({ children }: { readonly children: ReactNode }) {
  return <div className={classes.buttons}>{children}</div>
}
