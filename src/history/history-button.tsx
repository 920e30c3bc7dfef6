import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'

interface HistoryButtonProps {
  /** Whose history it is, for those who hear the button by itself: "Maria Lopez". */
  readonly of: string
  readonly onOpen: () => void
}

/** Opens the history of a record; the dialog itself is a part of its own, loaded with the first click. */
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
