import type { KeyboardEvent } from 'react'
import type { MapMark } from '#src/map/map-mark.ts'
import { PanelClose } from '#src/ui/dialog/panel-close.tsx'
import classes from './map-crowd.module.css'

interface MapCrowdProps {
  readonly marks: readonly MapMark[]
  readonly onPick: (key: string) => void
  readonly onClose: () => void
}

/** Focuses the panel when it opens. */
const focusOnce = (panel: HTMLElement | null) => panel?.focus()

/** A list of the items at one place that are too close to select on the map. */
export function MapCrowd({ marks, onPick, onClose }: MapCrowdProps) {
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    onClose()
  }
  return (
    <section
      ref={focusOnce}
      tabIndex={-1}
      onKeyDown={leave}
      className={classes.crowd}
      aria-label={`${marks.length} here`}
    >
      <header>
        <h2>{marks.length} here</h2>
        <PanelClose label="Close" onClose={onClose} />
      </header>
      <ul>
        {marks.map(({ key, title }) => (
          <li key={key}>
            <button type="button" onClick={() => onPick(key)}>
              {title}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
