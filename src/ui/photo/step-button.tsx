import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'

interface StepButtonProps {
  /** What it leads to: "Previous week". */
  readonly label: string
  readonly direction: 'back' | 'on'
  /** As far as is drawn, there is nothing further that way. */
  readonly isLast: boolean
  /** Also at the end that is drawn, for the person may be elsewhere by now: whoever takes the step knows where it ends. */
  readonly onStep: () => void
}

/** An arrow to the one before or after. At its end it keeps the focus: who steps by keyboard can still turn round. */
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
