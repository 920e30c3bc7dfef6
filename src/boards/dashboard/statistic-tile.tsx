import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatCount } from '#src/format/numbers.ts'
import classes from './statistic-tile.module.css'

interface StatisticTileProps {
  readonly title: string
  readonly icon: ReactNode
  /** The server's count; null when it is unknown, undefined while it loads. */
  readonly current?: string | null
  /** The difference from the week before: "+3", "-2", "0". */
  readonly difference?: string
  /** The page that lists the counted records. */
  readonly link?: Pick<LinkProps, 'to' | 'search'>
}

/** A tile with a count and its difference from the week before. */
export function StatisticTile({ title, icon, current, difference = '0', link }: StatisticTileProps) {
  const content = (
    <>
      <span className={classes.icon} aria-hidden>
        {icon}
      </span>
      <span className={classes.title}>{title}</span>
      <span className={classes.line}>
        <strong className={classes.current} data-coming={current === undefined || undefined}>
          {countWords(current)}
        </strong>
        {difference === '0' ? null : <Change difference={difference} />}
      </span>
    </>
  )
  return link ? (
    <Link {...link} className={classes.tile ?? ''}>
      {content}
    </Link>
  ) : (
    <div className={classes.tile}>{content}</div>
  )
}

function countWords(current: string | null | undefined): string {
  if (current === undefined) return '\u00a0'
  return current === null ? '—' : formatCount(Number(current))
}

function Change({ difference }: { readonly difference: string }) {
  const isLess = difference.startsWith('-')
  const Arrow = isLess ? IconArrowDown : IconArrowUp
  return (
    <span className={classes.change} data-is={isLess ? 'less' : 'more'}>
      <Arrow size={16} stroke={2.25} aria-hidden />
      {formatCount(Math.abs(Number(difference)))}
      <span className="visually-hidden">{isLess ? ' fewer than the week before' : ' more than the week before'}</span>
    </span>
  )
}
