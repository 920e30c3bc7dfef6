import { Button } from '@mantine/core'
import { IconQrcode } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import classes from '#src/areas/maintenance/new/new-inspection.module.css'
import { canShowCamera, openCamera } from '#src/form/attachments/camera.ts'
import { unitList } from '#src/lookups/unit-name-queries.ts'
import { useAllRows } from '#src/offline/reading/use-all-rows.ts'
import { Notice } from '#src/ui/notice/notice.tsx'
import { transportChoices } from '../inspection-choices.ts'
import { scannedUnit } from './scanned-unit.ts'

interface ScanUnitProps {
  readonly onFind: (unit: Inspection['transport']) => void
}

/** Finds a unit by the code on its door. Shown only if the browser can read codes and can use a camera. */
export function ScanUnit({ onFind }: ScanUnitProps) {
  const [isOn, setIsOn] = useState(false)
  if (codeReader() === null || !canShowCamera()) return null
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
      {isOn ? <Scanner onFind={onFind} /> : null}
    </div>
  )
}

const TRUCKS = unitList('truck')
const TRAILERS = unitList('trailer')

function Scanner({ onFind }: ScanUnitProps) {
  const [trouble, setTrouble] = useState('')
  const units = [...useAllRows(TRUCKS).rows, ...useAllRows(TRAILERS).rows]
  const video = useRef<HTMLVideoElement>(null)
  const found = useEffectEvent((text: string) => {
    const choice = scannedUnit(text, transportChoices(units, null))
    if (choice) onFind(choice.content)
    else setTrouble(`No unit is called “${text}”.`)
  })
  useEffect(() => {
    const shown = video.current
    const ended = new AbortController()
    if (shown) void scanCodes(shown, ended.signal, found).catch((error: Error) => setTrouble(error.message))
    return () => ended.abort()
  }, [])
  return (
    <>
      <video ref={video} muted playsInline aria-label="What the camera sees" />
      {trouble === '' ? null : <Notice tone="trouble">{trouble}</Notice>}
    </>
  )
}

/** Reads codes from each camera frame until `signal` aborts. Throws an error with a user-visible text. */
async function scanCodes(video: HTMLVideoElement, signal: AbortSignal, onCode: (text: string) => void): Promise<void> {
  const read = codeReader()
  const camera = await openCamera()
  signal.addEventListener('abort', camera.close)
  if (signal.aborted) return camera.close()
  video.srcObject = camera.stream
  await video.play()
  for (;;) {
    const [text] = (await read?.(video)) ?? []
    if (signal.aborted) return
    if (text) onCode(text)
    await new Promise((shown) => video.requestVideoFrameCallback(shown))
  }
}

/** Reads QR codes and bar codes from a picture. Declared here because TypeScript's DOM types lack it. */
interface BarcodeDetector {
  readonly detect: (picture: CanvasImageSource) => Promise<readonly { readonly rawValue: string }[]>
}
interface WithDetector {
  readonly BarcodeDetector?: new (how: { readonly formats: readonly string[] }) => BarcodeDetector
}

/** A function that reads the texts of the codes in a picture; null if the browser can't read codes. */
function codeReader(): ((picture: CanvasImageSource) => Promise<readonly string[]>) | null {
  const { BarcodeDetector: Detector } = globalThis as WithDetector
  if (!Detector) return null
  const detector = new Detector({ formats: ['qr_code', 'code_128'] })
  return async (picture) => (await detector.detect(picture)).map(({ rawValue }) => rawValue)
}
