import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { openCamera } from '#src/form/attachments/camera.ts'
import { loadChunk } from '#src/session/load-chunk.ts'
import { Notice } from '#src/ui/notice/notice.tsx'
import classes from './code-scanner.module.css'

interface CodeScannerProps {
  /** Takes the text of a code. Returns why it is not accepted, as a message for the user; null if it is. */
  readonly onCode: (text: string) => string | null
}

/** What the camera sees, and a message about the last code in it. The camera is on while this is shown. */
export function CodeScanner({ onCode }: CodeScannerProps) {
  const [trouble, setTrouble] = useState<string | null>(null)
  const video = useRef<HTMLVideoElement>(null)
  const found = useEffectEvent((text: string) => setTrouble(onCode(text)))
  useEffect(() => {
    const shown = video.current
    const ended = new AbortController()
    if (shown) void scanCodes(shown, ended.signal, found).catch((error: Error) => setTrouble(error.message))
    return () => ended.abort()
  }, [])
  return (
    <div className={classes.scanner}>
      <video ref={video} muted playsInline aria-label="What the camera sees" />
      {trouble === null ? <p className={classes.hint}>Hold the code in front of the camera.</p> : null}
      {trouble === null ? null : <Notice tone="trouble">{trouble}</Notice>}
    </div>
  )
}

/** Reads codes from each camera frame until `signal` aborts. Throws an error with a message for the user. */
async function scanCodes(video: HTMLVideoElement, signal: AbortSignal, onCode: (text: string) => void): Promise<void> {
  // Both begin with the tap: the user may be asked for the camera meanwhile.
  const [opening, loading] = [openCamera(), loadChunk(async () => (await import('./code-reader.ts')).codeReader())]
  // The reader may fail before the camera is open.
  loading.catch(() => undefined)
  const camera = await opening
  signal.addEventListener('abort', camera.close)
  try {
    const read = await loading
    if (signal.aborted) return
    video.srcObject = camera.stream
    await video.play()
    for (;;) {
      const [text] = await read(video)
      if (signal.aborted) return
      if (text) onCode(text)
      await new Promise((shown) => video.requestVideoFrameCallback(shown))
    }
  } finally {
    camera.close()
  }
}
