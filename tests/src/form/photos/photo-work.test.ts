import { describe, expect, test, vi } from 'vitest'
import { FileRefused } from '#src/form/photos/file-refused.ts'
import type { PhotoJob } from '#src/form/photos/photo-jobs.ts'
import { PhotoWork, type PhotoWorker } from '#src/form/photos/photo-work.ts'
import type { WorkerReply } from '#src/form/photos/photo-worker.ts'

const photo = (name: string) => new File([name], name)
const avatar = (name: string): PhotoJob & { make: 'avatar' } => ({ make: 'avatar', file: photo(name) })
const aMoment = () => new Promise((resolve) => setTimeout(resolve))

/** A worker that replies when told to. */
class FakeWorker implements PhotoWorker {
  onmessage: Worker['onmessage'] = null
  onerror: Worker['onerror'] = null
  onmessageerror: Worker['onmessageerror'] = null
  readonly asked: string[] = []
  isAlive = true
  postMessage({ file }: PhotoJob) {
    this.asked.push(file.name)
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
const made = (name: string): WorkerReply => ({ is: 'made', result: photo(name) })

describe('photos', () => {
  test('are made one after another by one worker, which goes when all are made', async () => {
    const { work, workers, onPage } = workshop()
    const works = ['a', 'b', 'c'].map((name) => work.do(avatar(name)))
    await aMoment()
    const worker = workers[0]!
    expect(worker.asked).toEqual(['a'])
    await worker.reply(made('A'))
    expect(worker.asked).toEqual(['a', 'b'])
    await worker.reply(made('B'))
    expect(worker.isAlive).toBe(true)
    await worker.reply(made('C'))
    expect((await Promise.all(works)).map(({ name }) => name)).toEqual(['A', 'B', 'C'])
    expect([worker.isAlive, workers.length]).toEqual([false, 1])
    expect(onPage).not.toHaveBeenCalled()
  })
  test('that are no photos are refused in their words, and the next one is made', async () => {
    const { work, workers } = workshop()
    const [broken, good] = [work.do(avatar('broken')), work.do(avatar('good'))]
    const refused = expect(broken).rejects.toEqual(new FileRefused('Invalid file type.'))
    await aMoment()
    await workers[0]!.reply({ is: 'refused', words: 'Invalid file type.' })
    await refused
    await workers[0]!.reply(made('good'))
    expect((await good).name).toBe('good')
  })
})

describe('work that is called off', () => {
  test('ends at once, and the others are made by another worker', async () => {
    const { work, workers } = workshop()
    const off = new AbortController()
    const [given, next] = [work.do(avatar('given'), off.signal), work.do(avatar('next'))]
    const ended = expect(given).rejects.toThrow('aborted')
    await aMoment()
    off.abort()
    await ended
    await aMoment()
    expect([workers[0]!.isAlive, workers[1]!.asked]).toEqual([false, ['next']])
    await workers[1]!.reply(made('next'))
    expect((await next).name).toBe('next')
    expect(workers[1]!.isAlive).toBe(false)
  })
  test('before its turn is never begun', async () => {
    const { work, workers } = workshop()
    const off = new AbortController()
    const [first, second] = [work.do(avatar('first')), work.do(avatar('second'), off.signal)]
    const ended = expect(second).rejects.toThrow('aborted')
    await aMoment()
    off.abort()
    await workers[0]!.reply(made('first'))
    await Promise.all([first, ended])
    expect(workers[0]!.asked).toEqual(['first'])
  })
})

describe('the page makes a photo', () => {
  test('where there is no worker that can draw', async () => {
    const { work, onPage, startWorker } = workshop()
    startWorker.mockReturnValue(null)
    expect(await (await work.do(avatar('a'))).text()).toBe('by the page')
    expect(onPage).toHaveBeenCalledOnce()
  })
  test('that a worker of this browser can’t make', async () => {
    const { work, workers } = workshop()
    const one = work.do(avatar('a'))
    await aMoment()
    await workers[0]!.reply({ is: 'unable' })
    expect(await (await one).text()).toBe('by the page')
  })
  test('when the worker breaks, and all after it, without another one', async () => {
    const { work, workers, startWorker } = workshop()
    const one = work.do(avatar('a'))
    await aMoment()
    await workers[0]!.break()
    expect(await (await one).text()).toBe('by the page')
    expect(await (await work.do(avatar('b'))).text()).toBe('by the page')
    expect(startWorker).toHaveBeenCalledOnce()
  })
  test('and its words are the ones that are said', async () => {
    const { work, onPage, startWorker } = workshop()
    startWorker.mockReturnValue(null)
    onPage.mockRejectedValue(new Error('Image uploading not supported.'))
    await expect(work.do(avatar('a'))).rejects.toThrow('Image uploading not supported.')
  })
})
