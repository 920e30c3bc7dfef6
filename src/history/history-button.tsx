import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'

interface HistoryButtonProps {
  /** The record's name, for screen readers: "Maria Lopez". */
  readonly of: string
  readonly onOpen: () => void
}

/** Opens the history of a record. The dialog's code is loaded with the first click. */
export function HistoryButton({ of, onOpen }: HistoryButtonProps) {
  return (
    <Button
      variant="default"
      size="compact-md"
      leftSection={<IconHistory size={16} aria-hidden />}
      aria-label={`History of ${of}`}
      onClick={onOpen}
    >
      History
    </Button>
  )
}
