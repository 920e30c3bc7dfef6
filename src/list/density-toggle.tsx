import { IconLayoutGrid, IconLayoutList } from '@tabler/icons-react'
import { useId } from 'react'
import type { Density } from './density.ts'
import classes from './list-controls.module.css'

const CHOICES = [
  { value: 'cards', title: 'Cards', Icon: IconLayoutGrid },
  { value: 'compact', title: 'Compact', Icon: IconLayoutList },
] as const

interface DensityToggleProps {
  readonly density: Density
  readonly onChoose: (density: Density) => void
}

/** Switches between cards and one line per row. */
export function DensityToggle({ density, onChoose }: DensityToggleProps) {
  const name = useId()
  return (
    <fieldset className={classes.density}>
      <legend className="visually-hidden">Density</legend>
      {CHOICES.map(({ value, title, Icon }) => (
        <label key={value} title={title}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={density === value}
            onChange={() => onChoose(value)}
          />
          <Icon size={18} stroke={1.75} aria-hidden />
          <span className="visually-hidden">{title}</span>
        </label>
      ))}
    </fieldset>
  )
}
