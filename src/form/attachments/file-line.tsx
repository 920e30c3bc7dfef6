import { Loader } from '@mantine/core'
import { IconFile, IconFileText, IconFileTypePdf, IconPhoto } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './attachments.module.css'

interface FileLineProps {
  readonly name: string
  readonly type: string
  /** The URL of a thumbnail; null for files that are not pictures or not loaded yet. */
  readonly thumbnail: string | null
  /** The URL that opens the file. */
  readonly href?: string | null
  /** The line below the name: size and state. */
  readonly facts: ReactNode
  readonly state?: 'ready' | 'making' | 'refused' | 'leaving'
  /** The button of the line. */
  readonly children: ReactNode
}

const ICONS = { 'application/pdf': IconFileTypePdf, 'text/plain': IconFileText } as const
const iconOf = (type: string) =>
  type.startsWith('image/') ? IconPhoto : (ICONS[type as keyof typeof ICONS] ?? IconFile)

/** One file of a list: thumbnail, name, size and state. */
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
