import { FileRefused } from './file-refused.ts'
import { donePhotoJob, type PhotoJob, type PhotoResults } from './photo-jobs.ts'

/** What the worker says of a job: `unable`: not in a worker of this browser; the page may be able to. */
export type WorkerReply =
  | { readonly is: 'made'; readonly result: PhotoResults[keyof PhotoResults] }
  | { readonly is: 'refused'; readonly words: string }
  | { readonly is: 'unable' }

async function replyTo(job: PhotoJob): Promise<WorkerReply> {
  try {
    return { is: 'made', result: await donePhotoJob(job) }
  } catch (error) {
    return error instanceof FileRefused ? { is: 'refused', words: error.message } : { is: 'unable' }
  }
}

// Decoding, drawing and writing a photo takes half a second of one core: here it stops no page.
addEventListener(
  'message',
  ({ data }: MessageEvent<PhotoJob>) => void replyTo(data).then((reply) => postMessage(reply)),
)
