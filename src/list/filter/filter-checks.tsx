import { Popover } from '@mantine/core'
import { cloneElement, type ReactNode, useState } from 'react'
import { OpenLayer } from '#src/ui/dialog/layers.ts'
import { useEarlyEscape } from '#src/ui/dialog/use-early-escape.ts'
import { FilterField } from './filter-field.tsx'

interface FilterChecksProps {
  readonly label: string
  /** The selection in words: "All". */
  readonly chosen: string
  readonly onSave: (chosen: readonly string[]) => void
  /** Renders the `CheckList` when the user opens the filter. `save` closes it. */
  readonly children: (save: (chosen: readonly string[]) => void) => ReactNode
}

/** A filter with several choices. They are checked in a sheet below the button and take effect when saved. */
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
          // Without this the sheet would be named by the button's text: "All".
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
            <OpenLayer onClose={close} />
            {children(save)}
          </Popover.Dropdown>
        </Popover>
      )}
    </FilterField>
  )
}
