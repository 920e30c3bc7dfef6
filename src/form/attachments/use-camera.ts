import { type RefObject, useEffect, useState } from 'react'
import { type Camera, openCamera } from './camera.ts'

type Standing =
  | { readonly is: 'opening' }
  | { readonly is: 'live'; readonly camera: Camera }
  | { readonly is: 'failed'; readonly words: string }

const STOPPED = 'The camera has stopped.'

/** The camera, on for as long as this is on screen, and shown in `video`. */
export function useCamera(video: RefObject<HTMLVideoElement | null>): Standing {
  const [standing, setStanding] = useState<Standing>({ is: 'opening' })
  useEffect(() => {
    let camera: Camera | null = null
    let isOver = false
    const show = (opened: Camera) => {
      // Closed before the person had allowed it.
      if (isOver) return opened.close()
      camera = opened
      opened.onEnd(() => setStanding({ is: 'failed', words: STOPPED }))
      if (video.current) video.current.srcObject = opened.stream
      setStanding({ is: 'live', camera: opened })
    }
    const fail = (error: unknown) => {
      if (!(error instanceof Error)) throw error
      if (!isOver) setStanding({ is: 'failed', words: error.message })
    }
    openCamera().then(show, fail)
    return () => {
      isOver = true
      camera?.close()
    }
  }, [video])
  return standing
}
