import type { ReactNode } from 'react'
import classes from './inspection-sheet.module.css'

interface SheetPartProps {
  readonly title: string
  readonly children: ReactNode
}

/** A part of the printed report with its heading. */
export function SheetPart({ title, children }: SheetPartProps) {
  return (
    <section className={classes.part}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}
