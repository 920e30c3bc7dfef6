import { Button } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type Choice, RadioMenu } from '#src/ui/status/radio-menu.tsx'

interface ChoiceMenuProps<Value extends string> {
  /** "Sort" or "Filter". */
  readonly label: string
  readonly value: Value
  readonly choices: readonly Choice<Value>[]
  readonly onChoose: (value: Value) => void
}

/** A dropdown for one choice. Its button shows the choice. */
export function ChoiceMenu<Value extends string>({ label, ...choosing }: ChoiceMenuProps<Value>) {
  const chosen = choosing.choices.find((choice) => choice.value === choosing.value)
  const target = (
    <Button variant="default" size="compact-md" rightSection={<IconChevronDown size={16} aria-hidden />}>
      {label}: {chosen?.title ?? ''}
    </Button>
  )
  return <RadioMenu target={target} {...choosing} />
}
