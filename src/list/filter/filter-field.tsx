import { Button } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ButtonHTMLAttributes, type ReactElement, type ReactNode, useId } from 'react'
import classes from './filter-field.module.css'

interface FilterFieldProps {
  readonly label: string
  /** The selection in words. */
  readonly chosen: string
  /** Renders what the button opens, and places the button it receives. */
  readonly children: (button: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>) => ReactNode
}

/** A filter with its name above. Its button shows the selection. */
export function FilterField({ label, chosen, children }: FilterFieldProps) {
  const id = useId()
  return (
    <div className={classes.field}>
      <span id={`${id}-label`} className={classes.label}>
        {label}
      </span>
      {children(
        <Button
          variant="default"
          className={classes.button}
          justify="space-between"
          rightSection={<IconChevronDown size={16} aria-hidden />}
          aria-labelledby={`${id}-label ${id}-chosen`}
        >
          <span id={`${id}-chosen`} className={classes.chosen}>
            {chosen}
          </span>
        </Button>,
      )}
    </div>
  )
}

/** The filters of a list, side by side. */
export function FilterBar({ children }: { readonly children: ReactNode }) {
  return <div className={classes.bar}>{children}</div>
}
