import { type PhotoJob, runPhotoJob } from '#src/form/photos/photo-jobs.ts'
import { PhotoWork } from '#src/form/photos/photo-work.ts'

export interface PhotoRun {
  /** Time for all photos together, in ms. */
  readonly took: number
  /** Duration of each frame during the work, in ms. */
  readonly frames: readonly number[]
  /** Size of each reduced photo, in bytes. */
  readonly sizes: readonly number[]
}

/**
 * Reduces photos in a worker with this code, or on the page if it is null, while the browser draws as many frames as it
 * can.
 */
async function shrinkPhotos(photos: readonly File[], workerCode: string | null): Promise<PhotoRun> {
  const url = URL.createObjectURL(new Blob([workerCode ?? ''], { type: 'text/javascript' }))
  const work = new PhotoWork({
    startWorker: () => (workerCode === null ? null : new Worker(url)),
    onPage: (job: PhotoJob) => {
      if (workerCode !== null) throw new Error('the worker could not do it')
      return runPhotoJob(job)
    },
  })
  const frames: number[] = []
  let last = performance.now()
  let isOver = false
  const note = (now: number) => {
    frames.push(now - last)
    last = now
    if (!isOver) requestAnimationFrame(note)
  }
  requestAnimationFrame(note)
  const from = performance.now()
  const shrunk = await Promise.all(photos.map((file) => work.do({ make: 'attachment', file, source: 'file' } as const)))
  const took = performance.now() - from
  isOver = true
  URL.revokeObjectURL(url)
  return { took, frames, sizes: shrunk.map(({ file }) => file.size) }
}

Object.assign(globalThis, { shrinkPhotos })
