import { CloseButton } from '@mantine/core'
import classes from './panel-close.module.css'

interface PanelCloseProps {
  /** "Close the history". */
  readonly label: string
  readonly onClose: () => void
}

/** Closes what stands beside or over a page's own; as large as a finger where one is used. */
export function PanelClose({ label, onClose }: PanelCloseProps) {
  return <CloseButton className={classes.close ?? ''} aria-label={label} onClick={onClose} />
}
