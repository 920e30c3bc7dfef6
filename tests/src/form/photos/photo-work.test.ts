import { describe, expect, test, vi } from 'vitest'
import { FileRefused } from '#src/form/photos/file-refused.ts'
import type { PhotoJob } from '#src/form/photos/photo-jobs.ts'
import { PhotoWork, type PhotoWorker } from '#src/form/photos/photo-work.ts'
import type { WorkerReply } from '#src/form/photos/photo-worker.ts'

const photo = (name: string) => new File([name], name)
const avatar = (name: string): PhotoJob & { make: 'avatar' } => ({ make: 'avatar', file: photo(name) })
const aMoment = () => new Promise((resolve) => setTimeout(resolve))

/** A worker that replies only when `reply` is called. */
class FakeWorker implements PhotoWorker {
  onmessage: Worker['onmessage'] = null
  onerror: Worker['onerror'] = null
  onmessageerror: Worker['onmessageerror'] = null
  readonly requested: string[] = []
  isAlive = true
  postMessage({ file }: PhotoJob) {
    this.requested.push(file.name)
  }
  terminate() {
    this.isAlive = false
  }
  async reply(reply: WorkerReply) {
    this.onmessage?.call(this as unknown as Worker, { data: reply } as MessageEvent)
    await aMoment()
  }
  async break() {
    this.onerror?.call(this as unknown as Worker, new Event('error') as ErrorEvent)
    await aMoment()
  }
}
function workshop() {
  const workers: FakeWorker[] = []
  const onPage = vi.fn(async ({ file }: PhotoJob) => new File(['by the page'], file.name))
  const startWorker = vi.fn((): PhotoWorker | null => {
    const worker = new FakeWorker()
    workers.push(worker)
    return worker
  })
  return { workers, onPage, startWorker, work: new PhotoWork({ startWorker, onPage }) }
}
const madeReply = (name: string): WorkerReply => ({ is: 'made', result: photo(name) })

describe('photos', () => {
  test('are made one after another by one worker, which is terminated at the end', async () => {
    const { work, workers, onPage } = workshop()
    const works = ['a', 'b', 'c'].map((name) => work.do(avatar(name)))
    await aMoment()
    const worker = workers[0]!
    expect(worker.requested).toEqual(['a'])
    await worker.reply(madeReply('A'))
    expect(worker.requested).toEqual(['a', 'b'])
    await worker.reply(madeReply('B'))
    expect(worker.isAlive).toBe(true)
    await worker.reply(madeReply('C'))
    expect((await Promise.all(works)).map(({ name }) => name)).toEqual(['A', 'B', 'C'])
    expect([worker.isAlive, workers.length]).toEqual([false, 1])
    expect(onPage).not.toHaveBeenCalled()
  })
  test('that cannot be read are refused with the worker’s message, and the next one is made', async () => {
    const { work, workers } = workshop()
    const [broken, good] = [work.do(avatar('broken')), work.do(avatar('good'))]
    const refused = expect(broken).rejects.toEqual(new FileRefused('Invalid file type.'))
    await aMoment()
    await workers[0]!.reply({ is: 'refused', words: 'Invalid file type.' })
    await refused
    await workers[0]!.reply(madeReply('good'))
    expect((await good).name).toBe('good')
  })
})

describe('work that is canceled', () => {
  test('ends immediately, and the other photos are made by a new worker', async () => {
    const { work, workers } = workshop()
    const off = new AbortController()
    const [given, next] = [work.do(avatar('given'), off.signal), work.do(avatar('next'))]
    const ended = expect(given).rejects.toThrow('aborted')
    await aMoment()
    off.abort()
    await ended
    await aMoment()
    expect([workers[0]!.isAlive, workers[1]!.requested]).toEqual([false, ['next']])
    await workers[1]!.reply(madeReply('next'))
    expect((await next).name).toBe('next')
    expect(workers[1]!.isAlive).toBe(false)
  })
  test('before its turn is never started', async () => {
    const { work, workers } = workshop()
    const off = new AbortController()
    const [first, second] = [work.do(avatar('first')), work.do(avatar('second'), off.signal)]
    const ended = expect(second).rejects.toThrow('aborted')
    await aMoment()
    off.abort()
    await workers[0]!.reply(madeReply('first'))
    await Promise.all([first, ended])
    expect(workers[0]!.requested).toEqual(['first'])
  })
})

describe('the page makes a photo', () => {
  test('if no worker can draw', async () => {
    const { work, onPage, startWorker } = workshop()
    startWorker.mockReturnValue(null)
    expect(await (await work.do(avatar('a'))).text()).toBe('by the page')
    expect(onPage).toHaveBeenCalledOnce()
  })
  test('that this browser’s worker cannot make', async () => {
    const { work, workers } = workshop()
    const one = work.do(avatar('a'))
    await aMoment()
    await workers[0]!.reply({ is: 'unable' })
    expect(await (await one).text()).toBe('by the page')
  })
  test('when the worker breaks, and all later photos without starting another worker', async () => {
    const { work, workers, startWorker } = workshop()
    const one = work.do(avatar('a'))
    await aMoment()
    await workers[0]!.break()
    expect(await (await one).text()).toBe('by the page')
    expect(await (await work.do(avatar('b'))).text()).toBe('by the page')
    expect(startWorker).toHaveBeenCalledOnce()
  })
  test('and its own error message is reported', async () => {
    const { work, onPage, startWorker } = workshop()
    startWorker.mockReturnValue(null)
    onPage.mockRejectedValue(new Error('Image uploading not supported.'))
    await expect(work.do(avatar('a'))).rejects.toThrow('Image uploading not supported.')
  })
})
