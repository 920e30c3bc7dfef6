import { Button } from '@mantine/core'
import { IconQrcode } from '@tabler/icons-react'
import { useState } from 'react'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import classes from '#src/areas/maintenance/new/new-inspection.module.css'
import { canShowCamera } from '#src/form/attachments/camera.ts'
import { CodeScanner } from '#src/form/scan/code-scanner.tsx'
import { unitList } from '#src/lookups/unit-name-queries.ts'
import { useAllRows } from '#src/offline/reading/use-all-rows.ts'
import { transportChoices } from '../inspection-choices.ts'
import { scannedUnit } from './scanned-unit.ts'

interface ScanUnitProps {
  readonly onFind: (unit: Inspection['transport']) => void
}

/** Finds a unit by the code on its door. Shown only if the browser can use a camera. */
export function ScanUnit({ onFind }: ScanUnitProps) {
  const [isOn, setIsOn] = useState(false)
  if (!canShowCamera()) return null
  return (
    <div className={classes.scan}>
      <Button
        variant="default"
        size="lg"
        fullWidth
        leftSection={<IconQrcode size={22} aria-hidden />}
        onClick={() => setIsOn(!isOn)}
      >
        {isOn ? 'Stop scanning' : 'Scan a unit’s code'}
      </Button>
      {isOn ? <UnitScanner onFind={onFind} /> : null}
    </div>
  )
}

const TRUCKS = unitList('truck')
const TRAILERS = unitList('trailer')

function UnitScanner({ onFind }: ScanUnitProps) {
  const units = [...useAllRows(TRUCKS).rows, ...useAllRows(TRAILERS).rows]
  const find = (text: string) => {
    const choice = scannedUnit(text, transportChoices(units, null))
    if (choice) onFind(choice.content)
    return choice ? null : `No unit is called “${text}”.`
  }
  return <CodeScanner onCode={find} />
}
