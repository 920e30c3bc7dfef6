import { type RefObject, useEffect, useState } from 'react'
import { type Camera, openCamera } from './camera.ts'

type CameraState =
  | { readonly is: 'opening' }
  | { readonly is: 'live'; readonly camera: Camera }
  | { readonly is: 'failed'; readonly words: string }

const STOPPED = 'The camera has stopped.'

/** Opens the camera while the component is mounted, and shows it in `video`. */
export function useCamera(video: RefObject<HTMLVideoElement | null>): CameraState {
  const [standing, setStanding] = useState<CameraState>({ is: 'opening' })
  useEffect(() => {
    let camera: Camera | null = null
    let isOver = false
    const show = (opened: Camera) => {
      // The dialog was closed before the user allowed the camera.
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
