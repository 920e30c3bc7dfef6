import { type CSSProperties, useState } from 'react'
import { PageTitle } from '#src/ui/page/page-title.tsx'
import type { CardLook } from './grid/card-grid.tsx'
import { useColumns } from './grid/use-columns.ts'
import classes from './list-page.module.css'

const CARDS = 12

export type CardSkeletonsProps = Pick<CardLook<unknown>, 'cardHeight' | 'cardWidth' | 'isCompact'>

/** Empty cards with the size of the real ones. */
export function CardSkeletons({ cardHeight, cardWidth, isCompact = false }: CardSkeletonsProps) {
  const [box, setBox] = useState<HTMLElement | null>(null)
  const { columns, cardWidth: width } = useColumns(box, cardWidth)
  const style = { '--columns': columns, '--card-height': `${cardHeight(width)}px` } as CSSProperties
  return (
    <div
      ref={setBox}
      className={classes.skeletons}
      style={style}
      aria-hidden
      {...(isCompact ? { 'data-compact': '' } : {})}
    >
      {Array.from({ length: CARDS }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the skeletons are identical.
        <div key={index} className={classes.skeleton} />
      ))}
    </div>
  )
}

/** A list page before its data is known. */
export function ListSkeleton({ title, ...cards }: CardSkeletonsProps & { readonly title: string }) {
  return (
    <div aria-busy>
      <div className={classes.head}>
        <PageTitle title={title} />
        <div style={{ height: 20 }} />
      </div>
      <CardSkeletons {...cards} />
    </div>
  )
}
