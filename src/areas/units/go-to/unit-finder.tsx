import { useState } from 'react'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { lazyPart } from '#src/ui/page/lazy-part.tsx'
import { FinderField } from './finder-field.tsx'
import { FoundUnits } from './found-units.tsx'
import classes from './unit-finder.module.css'
import { useFinder } from './use-finder.ts'

const CodeScanner = lazyPart(() => import('#src/form/scan/code-scanner.tsx').then((module) => module.CodeScanner))

interface UnitFinderProps {
  readonly onClose: () => void
}

/**
 * Goes to a unit by its number, its plate, the end of its VIN, or the code on its door. A search that means one unit
 * beyond doubt opens that unit's page at once.
 */
export function UnitFinder({ onClose }: UnitFinderProps) {
  const { find, typed, type, submit, list, takeCode } = useFinder(onClose)
  const [isScanning, setIsScanning] = useState(false)
  const onCode = (text: string) => {
    takeCode(text)
    setIsScanning(false)
    return null
  }
  return (
    <Dialog title="Go to unit" size="md" isFullOnPhones onClose={onClose}>
      <form
        className={classes.finder}
        onSubmit={(event) => {
          event.preventDefault()
          submit(typed)
        }}
      >
        <FinderField value={typed} onType={type} isScanning={isScanning} onScan={() => setIsScanning(!isScanning)} />
        {isScanning ? <CodeScanner onCode={onCode} /> : null}
        {find === '' ? null : <FoundUnits find={find} list={list} onOpen={onClose} />}
      </form>
    </Dialog>
  )
}
