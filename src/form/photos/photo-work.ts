import { FileRefused } from './file-refused.ts'
import type { PhotoJob, PhotoResults } from './photo-jobs.ts'
import type { WorkerReply } from './photo-worker.ts'

/** As much of a worker as is used. */
export type PhotoWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror' | 'onmessageerror'>
type Made = PhotoResults[keyof PhotoResults]

export interface PhotoWorkPorts {
  /** Null where this browser has no worker that can draw. */
  readonly startWorker: () => PhotoWorker | null
  /** The same work on the page itself. */
  readonly onPage: (job: PhotoJob) => Promise<Made>
}

/**
 * Photos are made one after another in one worker, which lives as long as there is something to make: two at once would
 * take the memory of two. What a worker can't do the page does.
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
   * Makes something of a file when its turn comes. Rejects with FileRefused, with other errors in words for the person,
   * and with the signal's reason when it is called off, which ends the work at once.
   */
  do<Job extends PhotoJob>(job: Job, signal?: AbortSignal): Promise<PhotoResults[Job['make']]> {
    this.#inLine += 1
    const own = this.#turn.then(() => this.#take(job, signal)).finally(() => this.#leave())
    this.#turn = own.catch(() => undefined)
    // What comes of a job is of its own kind, in the worker and on the page.
    return own as Promise<PhotoResults[Job['make']]>
  }

  async #take(job: PhotoJob, signal: AbortSignal | undefined): Promise<Made> {
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
      // It could not be loaded, or broke: another one would too.
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

/** A file of ours, as the policy of the page wants it; kept for times without a network like all others. */
function startWorker(): PhotoWorker | null {
  const isThere = [globalThis.Worker, globalThis.OffscreenCanvas, globalThis.createImageBitmap].every(Boolean)
  return isThere ? new Worker(new URL('./photo-worker.ts', import.meta.url), { type: 'module' }) : null
}

/** All photos of this tab. */
export const photoWork = new PhotoWork({
  startWorker,
  onPage: async (job) => (await import('./photo-jobs.ts')).donePhotoJob(job),
})
