import { IconArrowsMaximize, IconArrowsMinimize, IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import classes from './map-frame.module.css'
import { useMap } from './use-map.ts'

interface MapButtonsProps {
  /** Fits the map to everything on it; null while the map is empty. */
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

/** Buttons to zoom in, zoom out, fit the map to the fleet and switch to full screen. */
export function MapButtons({ onFit }: MapButtonsProps) {
  const map = useMap()
  const isFull = useSyncExternalStore(fullScreen.subscribe, fullScreen.get)
  // The whole document goes full screen: menus and dialogs are outside of the map's element and would not show.
  const toggle = () => {
    const done = isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen()
    // If the system refuses, the button does not change, and the reason is reported.
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
