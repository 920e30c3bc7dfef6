import { type PhotoJob, runPhotoJob } from '#src/form/photos/photo-jobs.ts'
import { PhotoWork } from '#src/form/photos/photo-work.ts'

export interface PhotoRun {
  /** Of all photos together, in ms. */
  readonly took: number
  /** How long each frame took meanwhile, in ms. */
  readonly frames: readonly number[]
  /** Bytes of each photo. */
  readonly sizes: readonly number[]
}

/** Makes photos small, in a worker of this code or on the page (null), while the screen is drawn as often as it can be. */
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
  const made = await Promise.all(photos.map((file) => work.do({ make: 'attachment', file, source: 'file' } as const)))
  const took = performance.now() - from
  isOver = true
  URL.revokeObjectURL(url)
  return { took, frames, sizes: made.map(({ file }) => file.size) }
}

Object.assign(globalThis, { shrinkPhotos })
