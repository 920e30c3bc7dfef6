import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'

const JUNK_AT_ONCE = 300
/** The address that the junk says it comes from. */
export const FLOODING = '198.51.100.1'

/** How often the junk was answered with each status. */
export type Answered = Readonly<Record<string, number>>

/** One sign-in to an account that there is not, from a device that no account knows; the status. */
function junk(origin: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': FLOODING, 'device-id': randomUUID() }
    const sending = request(`${origin}/api/auth/jwt/create/`, { method: 'POST', agent, headers }, (answer) => {
      answer.resume().on('error', reject)
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    sending.on('error', reject)
    sending.end(JSON.stringify({ email: `${randomUUID()}@haulyard.example`, password: 'gravel-and-diesel' }))
  })
}

/** What the child does: three hundred at once, and each again as soon as it is answered, until it is told to stop. */
export async function floodWithJunk(): Promise<void> {
  const origin = process.argv[3] ?? ''
  if (!/^http:\/\/127\.0\.0\.1:\d+$/.test(origin)) throw new Error('load goes to this machine alone')
  const agent = new Agent({ keepAlive: true, maxSockets: JUNK_AT_ONCE })
  const answered: Record<string, number> = {}
  let isOver = false
  process.once('message', () => {
    isOver = true
  })
  const one = async () => {
    while (!isOver) {
      const status = await junk(origin, agent)
      answered[status] = (answered[status] ?? 0) + 1
      if (answered[status] === 1) process.send?.('begun')
    }
  }
  await Promise.all(Array.from({ length: JUNK_AT_ONCE }, one))
  agent.destroy()
  process.send?.(answered, undefined, undefined, () => process.disconnect())
}

/** Begins the flood, from a process of its own; resolves once it is answered. `stop` tells how. */
export async function beginFlood(origin: string): Promise<{ readonly stop: () => Promise<Answered> }> {
  const child = fork(new URL('../run.ts', import.meta.url), ['junk-flood', origin])
  await once(child, 'message')
  const stop = () =>
    new Promise<Answered>((resolve, reject) => {
      child.on('message', (said: Answered | string) => typeof said !== 'string' && resolve(said))
      child.once('exit', (code) => reject(new Error(`the flood ended with ${code}`)))
      child.send('stop')
    })
  return { stop }
}
