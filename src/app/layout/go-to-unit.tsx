import { IconZoomScan } from '@tabler/icons-react'
import { type ComponentType, useEffect, useState } from 'react'
import { anyOf, view } from '#contract/wire/access.ts'
import { useCan } from '#src/session/use-can.ts'
import { OPEN_DIALOG } from '#src/ui/dialog/layers.ts'
import { lazyPart } from '#src/ui/page/lazy-part.tsx'
import classes from './navigation-bar.module.css'

interface Finder {
  readonly UnitFinder: ComponentType<{ readonly onClose: () => void }>
}

/** The area's dialog, found by file name, as the app frame names no area. */
const finders = import.meta.glob<Finder>('../../areas/*/go-to/unit-finder.tsx')

const UnitFinder = lazyPart(async () => {
  const [load] = Object.values(finders)
  if (load === undefined) throw new Error('no area has a finder of units')
  return (await load()).UnitFinder
})

const WORDS = 'Go to unit (Ctrl+K)'

/** The button in the bar that goes to a unit by number, plate, VIN or camera. Ctrl+K, or ⌘K, does the same anywhere. */
export function GoToUnit() {
  const canView = useCan(anyOf(view('trucks'), view('trailers')))
  return canView ? <FinderButton /> : null
}

function FinderButton() {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      if (document.querySelector(OPEN_DIALOG) !== null) return
      event.preventDefault()
      setIsOpen(true)
    }
    document.addEventListener('keydown', open)
    return () => document.removeEventListener('keydown', open)
  }, [])
  return (
    <>
      <button
        type="button"
        className={classes.action}
        aria-label="Go to unit"
        aria-keyshortcuts="Control+K Meta+K"
        title={WORDS}
        onClick={() => setIsOpen(true)}
      >
        <IconZoomScan size={20} stroke={1.75} aria-hidden />
      </button>
      {isOpen ? <UnitFinder onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}
