import { IconArrowsMaximize, IconArrowsMinimize, IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import classes from './map-frame.module.css'
import { useMap } from './use-map.ts'

interface MapButtonsProps {
  /** Shows all that there is; null while there is nothing. */
  readonly onFit: (() => void) | null
}

const ICON = { size: 18, 'aria-hidden': true } as const

const fullScreen = {
  get: () => document.fullscreenElement !== null,
  subscribe: (listener: () => void) => {
    document.addEventListener('fullscreenchange', listener)
    return () => document.removeEventListener('fullscreenchange', listener)
  },
}

/** Nearer, farther, all of the fleet, the whole screen. */
export function MapButtons({ onFit }: MapButtonsProps) {
  const map = useMap()
  const isFull = useSyncExternalStore(fullScreen.subscribe, fullScreen.get)
  // All of the document: what the map's menus and dialogs stand in would not be seen beside a part of it.
  const toggle = () => {
    const done = isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen()
    // Where the system refuses it the button shows that nothing has changed; somebody should see why.
    done.catch(reportError)
  }
  return (
    <div className={classes.buttons}>
      <button type="button" aria-label="Zoom in" onClick={() => map.zoomIn()}>
        <IconPlus {...ICON} />
      </button>
      <button type="button" aria-label="Zoom out" onClick={() => map.zoomOut()}>
        <IconMinus {...ICON} />
      </button>
      {onFit ? (
        <button type="button" aria-label="Fit to fleet" title="Fit to fleet" onClick={onFit}>
          <IconFocusCentered {...ICON} />
        </button>
      ) : null}
      {document.fullscreenEnabled ? (
        <button type="button" aria-label="Full screen" title="Full screen" aria-pressed={isFull} onClick={toggle}>
          {isFull ? <IconArrowsMinimize {...ICON} /> : <IconArrowsMaximize {...ICON} />}
        </button>
      ) : null}
    </div>
  )
}
