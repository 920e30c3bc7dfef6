import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'

interface StepButtonProps {
  /** The accessible name: "Previous week". */
  readonly label: string
  readonly direction: 'back' | 'on'
  /** The last step in this direction is reached, as of the last render. */
  readonly isLast: boolean
  /**
   * Called at the end too, because the state may be newer than the last render. The handler must respect the limit
   * itself.
   */
  readonly onStep: () => void
}

/** A button to the previous or next item. At the end it keeps the focus, so keyboard users can turn around. */
export function StepButton({ label, direction, isLast, onStep }: StepButtonProps) {
  const Icon = direction === 'back' ? IconChevronLeft : IconChevronRight
  return (
    <ActionIcon
      variant="default"
      size={34}
      aria-label={label}
      aria-disabled={isLast}
      {...(isLast ? { 'data-disabled': true } : {})}
      onClick={onStep}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  )
}
