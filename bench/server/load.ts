import { fork } from 'node:child_process'
import { Agent, request } from 'node:http'
import { quantile } from '../measure.ts'

export interface Load {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** The body of a POST. Without it the request is a GET. */
  readonly body?: string
  readonly connections: number
  readonly milliseconds: number
  /** The status that every response must have. Otherwise a refusal would be measured as a quick response. */
  readonly status: number
}

export interface LoadResult {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
}

/** Sends one request and reads its response to the end. Resolves with the milliseconds. */
function requestOnce(load: Load, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const type = load.body === undefined ? {} : { 'content-type': 'application/json' }
    const method = load.body === undefined ? 'GET' : 'POST'
    const asking = request(load.url, { method, agent, headers: { ...load.headers, ...type } }, (answer) => {
      answer.resume()
      answer.on('error', reject)
      answer.on('end', () => {
        if (answer.statusCode === load.status) resolve(performance.now() - startedAt)
        else reject(new Error(`${load.url} answered ${answer.statusCode}`))
      })
    })
    asking.on('error', reject)
    asking.end(load.body)
  })
}

/** Requests one URL over several connections for a limited time. Each connection sends again after each response. */
async function generateLoad(load: Load): Promise<LoadResult> {
  if (!/^http:\/\/127\.0\.0\.1:\d+\//.test(load.url)) throw new Error('load goes to this machine alone')
  const agent = new Agent({ keepAlive: true, maxSockets: load.connections })
  await requestOnce(load, agent)
  const times: number[] = []
  const startedAt = performance.now()
  const worker = async () => {
    while (performance.now() - startedAt < load.milliseconds) times.push(await requestOnce(load, agent))
  }
  await Promise.all(Array.from({ length: load.connections }, worker))
  const seconds = (performance.now() - startedAt) / 1000
  agent.destroy()
  return { perSecond: times.length / seconds, p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
}

/** Generates load from a process of its own, so that the server under load shares no event loop with it. */
export function loadFromOutside(load: Load): Promise<LoadResult> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('../run.ts', import.meta.url), ['load'], { serialization: 'advanced' })
    child.on('message', (result: LoadResult) => resolve(result))
    child.on('exit', (code) => reject(new Error(`the load generator ended with ${code}`)))
    child.send(load)
  })
}

/** The work of the child process: one load, one result. */
export function serveOneLoad(): void {
  process.once('message', (load: Load) => {
    generateLoad(load).then(
      (result) => process.send?.(result, undefined, undefined, () => process.disconnect()),
      (error: unknown) => {
        console.error(error)
        process.exitCode = 1
        process.disconnect()
      },
    )
  })
}
