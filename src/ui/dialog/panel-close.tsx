import { CloseButton } from '@mantine/core'
import classes from './panel-close.module.css'

interface PanelCloseProps {
  /** The accessible name: "Close the history". */
  readonly label: string
  readonly onClose: () => void
}

/** The close button of a panel next to or over the page. Its size suits a finger on touch screens. */
export function PanelClose({ label, onClose }: PanelCloseProps) {
  return <CloseButton className={classes.close ?? ''} aria-label={label} onClick={onClose} />
}
