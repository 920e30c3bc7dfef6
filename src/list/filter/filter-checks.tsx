import { Popover } from '@mantine/core'
import { cloneElement, type ReactNode, useState } from 'react'
import { useEarlyEscape } from '#src/ui/dialog/use-early-escape.ts'
import { FilterField } from './filter-field.tsx'

interface FilterChecksProps {
  readonly label: string
  /** What is chosen, in words: "All". */
  readonly chosen: string
  readonly onSave: (chosen: readonly string[]) => void
  /** What is ticked there (`CheckList`); it is made when somebody opens it. `save` closes it. */
  readonly children: (save: (chosen: readonly string[]) => void) => ReactNode
}

/** A filter of several choices: they are ticked in a sheet below its button, and hold once they are saved. */
export function FilterChecks({ label, chosen, onSave, children }: FilterChecksProps) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  useEarlyEscape(isOpen, close)
  const save = (now: readonly string[]) => {
    close()
    onSave(now)
  }
  return (
    <FilterField label={label} chosen={chosen}>
      {(button) => (
        <Popover
          opened={isOpen}
          onChange={setIsOpen}
          trapFocus
          returnFocus
          // By itself it would be called by what the button says: "All".
          withRoles={false}
          width={320}
          position="bottom-start"
          shadow="md"
          transitionProps={{ duration: 0 }}
          portalProps={{ target: '#page' }}
        >
          <Popover.Target>
            {cloneElement(button, {
              'aria-haspopup': 'dialog',
              'aria-expanded': isOpen,
              onClick: () => setIsOpen(!isOpen),
            })}
          </Popover.Target>
          <Popover.Dropdown role="dialog" aria-label={label} p={10}>
            {children(save)}
          </Popover.Dropdown>
        </Popover>
      )}
    </FilterField>
  )
}
