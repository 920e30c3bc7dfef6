import { IconAlertTriangle, IconArrowUp, IconClock, IconLock } from '@tabler/icons-react'
import classes from './waiting-mark.module.css'

/** The state of a record's oldest unsettled change. */
export type Mark = 'waiting' | 'sending' | 'sign_in' | 'password' | 'attention'

const MARKS = {
  waiting: { words: 'Waiting to be sent', Icon: IconClock },
  sending: { words: 'Being sent', Icon: IconArrowUp },
  sign_in: { words: 'Sign in to send', Icon: IconLock },
  password: { words: 'Your password is needed to send this', Icon: IconLock },
  attention: { words: 'Needs attention', Icon: IconAlertTriangle },
} as const

/** The text of a mark, for the accessible names of rows and cells that contain one. */
export function markWords(mark: Mark): string {
  return MARKS[mark].words
}

interface WaitingMarkProps {
  readonly mark: Mark | null
  /** The row's or cell's accessible name already contains the text. */
  readonly isSilent?: boolean
}

/** The small sign on a row with a change that the server has not confirmed. */
export function WaitingMark({ mark, isSilent = false }: WaitingMarkProps) {
  if (mark === null) return null
  const { words, Icon } = MARKS[mark]
  const name = isSilent ? { 'aria-hidden': true } : { role: 'img', 'aria-label': words }
  return (
    <span className={classes.mark} data-mark={mark} title={words} {...name}>
      <Icon size={14} stroke={2.25} aria-hidden />
    </span>
  )
}
