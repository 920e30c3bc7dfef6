import { FileRefused } from './file-refused.ts'
import type { PhotoJob, PhotoResults } from './photo-jobs.ts'
import type { WorkerReply } from './photo-worker.ts'

/** The part of `Worker` that is used. */
export type PhotoWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror' | 'onmessageerror'>
type PhotoResult = PhotoResults[keyof PhotoResults]

export interface PhotoWorkPorts {
  /** Null if this browser's workers can't draw. */
  readonly startWorker: () => PhotoWorker | null
  /** Runs the same job on the page. */
  readonly onPage: (job: PhotoJob) => Promise<PhotoResult>
}

/**
 * Prepares photos one after another in one worker, which lives while there are jobs: two at the same time would need
 * twice the memory. If a worker can't do a job, the page does it.
 */
export class PhotoWork {
  readonly #ports: PhotoWorkPorts
  #turn: Promise<unknown> = Promise.resolve()
  #inLine = 0
  #worker: PhotoWorker | null = null
  #isWorkerless = false

  constructor(ports: PhotoWorkPorts) {
    this.#ports = ports
  }

  /**
   * Runs a job when its turn comes. Rejects with `FileRefused`, with other errors that have messages for the user, and
   * with the signal's reason when it is aborted, which ends the job immediately.
   */
  do<Job extends PhotoJob>(job: Job, signal?: AbortSignal): Promise<PhotoResults[Job['make']]> {
    this.#inLine += 1
    const own = this.#turn.then(() => this.#take(job, signal)).finally(() => this.#leave())
    this.#turn = own.catch(() => undefined)
    // The result has the type of its job, in the worker and on the page.
    return own as Promise<PhotoResults[Job['make']]>
  }

  async #take(job: PhotoJob, signal: AbortSignal | undefined): Promise<PhotoResult> {
    signal?.throwIfAborted()
    const reply = await this.#replyTo(job, signal)
    if (reply.is === 'refused') throw new FileRefused(reply.words)
    if (reply.is === 'made') return reply.result
    return this.#ports.onPage(job)
  }

  #replyTo(job: PhotoJob, signal: AbortSignal | undefined): Promise<WorkerReply> {
    if (!this.#isWorkerless) this.#worker ??= this.#ports.startWorker()
    const worker = this.#worker
    if (!worker) return Promise.resolve({ is: 'unable' })
    const { promise, resolve, reject } = Promise.withResolvers<WorkerReply>()
    const fail = () => {
      // The worker could not be loaded or crashed. Another one would too.
      this.#isWorkerless = true
      this.#end()
      resolve({ is: 'unable' })
    }
    worker.onmessage = ({ data }: MessageEvent<WorkerReply>) => resolve(data)
    worker.onerror = fail
    worker.onmessageerror = fail
    const callOff = () => {
      this.#end()
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', callOff)
    worker.postMessage(job)
    return promise.finally(() => signal?.removeEventListener('abort', callOff))
  }

  #leave(): void {
    this.#inLine -= 1
    if (this.#inLine === 0) this.#end()
  }
  #end(): void {
    this.#worker?.terminate()
    this.#worker = null
  }
}

/**
 * Starts the worker from a file of the app, as the Content-Security-Policy requires. The file is cached for offline use
 * like others.
 */
function startWorker(): PhotoWorker | null {
  const isThere = [globalThis.Worker, globalThis.OffscreenCanvas, globalThis.createImageBitmap].every(Boolean)
  return isThere ? new Worker(new URL('./photo-worker.ts', import.meta.url), { type: 'module' }) : null
}

/** The photo work of this tab. */
export const photoWork = new PhotoWork({
  startWorker,
  onPage: async (job) => (await import('./photo-jobs.ts')).runPhotoJob(job),
})
