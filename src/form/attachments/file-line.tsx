import { Loader } from '@mantine/core'
import { IconFile, IconFileText, IconFileTypePdf, IconPhoto } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './attachments.module.css'

interface FileLineProps {
  readonly name: string
  readonly type: string
  /** An address under which it can be seen small; null for what is no picture, or is not there yet. */
  readonly thumbnail: string | null
  /** Where it can be opened. */
  readonly href?: string | null
  /** What stands below the name: its size, and how it stands. */
  readonly facts: ReactNode
  readonly state?: 'ready' | 'making' | 'refused' | 'leaving'
  /** Its button. */
  readonly children: ReactNode
}

const ICONS = { 'application/pdf': IconFileTypePdf, 'text/plain': IconFileText } as const
const iconOf = (type: string) =>
  type.startsWith('image/') ? IconPhoto : (ICONS[type as keyof typeof ICONS] ?? IconFile)

/** One file of a list: what it looks like, what it is called, how large it is and how it stands. */
export function FileLine({ name, type, thumbnail, href = null, facts, state = 'ready', children }: FileLineProps) {
  const Icon = iconOf(type)
  return (
    <li className={classes.line} data-state={state}>
      <span className={classes.picture}>
        {state === 'making' && <Loader size={20} aria-hidden />}
        {state !== 'making' && thumbnail === null && <Icon size={24} stroke={1.5} aria-hidden />}
        {state !== 'making' && thumbnail !== null && <img src={thumbnail} alt="" decoding="async" loading="lazy" />}
      </span>
      <span className={classes.words}>
        {href === null ? (
          <span className={classes.name}>{name}</span>
        ) : (
          <a className={classes.name} href={href} target="_blank" rel="noreferrer">
            {name}
          </a>
        )}
        <span className={classes.facts}>{facts}</span>
      </span>
      {children}
    </li>
  )
}
