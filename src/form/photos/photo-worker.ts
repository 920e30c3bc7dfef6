import { FileRefused } from './file-refused.ts'
import { type PhotoJob, type PhotoResults, runPhotoJob } from './photo-jobs.ts'

/** The worker's reply to a job. `unable`: this browser's workers can't do it, but the page may. */
export type WorkerReply =
  | { readonly is: 'made'; readonly result: PhotoResults[keyof PhotoResults] }
  | { readonly is: 'refused'; readonly words: string }
  | { readonly is: 'unable' }

async function replyTo(job: PhotoJob): Promise<WorkerReply> {
  try {
    return { is: 'made', result: await runPhotoJob(job) }
  } catch (error) {
    return error instanceof FileRefused ? { is: 'refused', words: error.message } : { is: 'unable' }
  }
}

// Decoding, drawing and encoding a photo takes half a second of one core. In a worker it does not block the page.
addEventListener(
  'message',
  ({ data }: MessageEvent<PhotoJob>) => void replyTo(data).then((reply) => postMessage(reply)),
)
