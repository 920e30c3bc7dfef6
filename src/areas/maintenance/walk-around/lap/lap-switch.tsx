import type { Inspection } from '#contract/maintenance/inspections.ts'
import { countOf } from '#src/format/numbers.ts'
import { walkedUnitWords } from '../walked-words.ts'
import type { UnitProgress } from './lap-progress.ts'
import classes from './lap-switch.module.css'

interface LapSwitchProps {
  readonly units: readonly UnitProgress[]
  readonly shown: Inspection['transport']
  /** The user tried to save: what is missing stands out. */
  readonly wasTried: boolean
  readonly onShow: (unit: Inspection['transport']) => void
}

/** The units of a lap, each with how much of it is checked: so neither is forgotten. A tap shows a unit's page. */
export function LapSwitch({ units, shown, wasTried, onShow }: LapSwitchProps) {
  return (
    <nav className={classes.units} aria-label="Units of this lap">
      {units.map(({ unit, open, total, defects }) => (
        <button
          key={unit.id}
          type="button"
          className={classes.unit}
          aria-current={unit.id === shown.id}
          onClick={() => onShow(unit)}
        >
          {walkedUnitWords(unit)}{' '}
          <span className={classes.progress} data-missing={(wasTried && open > 0) || undefined}>
            {total - open} of {total}
            {defects > 0 ? ` · ${countOf(defects, 'defect')}` : open === 0 ? ' ✓' : ''}
          </span>
        </button>
      ))}
    </nav>
  )
}
