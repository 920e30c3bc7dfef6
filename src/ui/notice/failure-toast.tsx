import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import classes from './undo-toast.module.css'

/** Longer than other toasts, in milliseconds: the user reads why, and then decides. */
const STAYS_MS = 10_000

interface WayOut {
  /** The label of the button. */
  readonly button: string
  readonly act: () => void
}

/** Shows why something failed, like `toastFailure`, with a button to what can be done about it. */
export function toastFailureWithButton(error: Error, title: string | undefined, { button, act }: WayOut): void {
  const id = notifications.show({
    title,
    color: 'red',
    role: 'alert',
    autoClose: STAYS_MS,
    message: (
      <div className={classes.offer}>
        <span className={classes.words}>{error.message}</span>
        <Button
          size="compact-md"
          variant="default"
          onClick={() => {
            notifications.hide(id)
            act()
          }}
        >
          {button}
        </Button>
      </div>
    ),
  })
}
