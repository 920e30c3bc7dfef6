import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'

const JUNK_AT_ONCE = 300
/** The address that the junk sign-ins claim to come from. */
export const FLOOD_ADDRESS = '198.51.100.1'

/** The number of responses to junk sign-ins by status. */
export type StatusCounts = Readonly<Record<string, number>>

/**
 * Sends one sign-in for an account that does not exist, from an unknown device. Resolves with the response's status.
 */
function sendJunkSignIn(origin: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': FLOOD_ADDRESS, 'device-id': randomUUID() }
    const sending = request(`${origin}/api/auth/jwt/create/`, { method: 'POST', agent, headers }, (answer) => {
      answer.resume().on('error', reject)
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    sending.on('error', reject)
    sending.end(JSON.stringify({ email: `${randomUUID()}@haulyard.example`, password: 'gravel-and-diesel' }))
  })
}

/**
 * The work of the child process: 300 sign-ins at the same time, each repeated after its response, until it gets a
 * message.
 */
export async function floodWithJunk(): Promise<void> {
  const origin = process.argv[3] ?? ''
  if (!/^http:\/\/127\.0\.0\.1:\d+$/.test(origin)) throw new Error('load goes to this machine alone')
  const agent = new Agent({ keepAlive: true, maxSockets: JUNK_AT_ONCE })
  const statusCounts: Record<string, number> = {}
  let isOver = false
  process.once('message', () => {
    isOver = true
  })
  const sendRepeatedly = async () => {
    while (!isOver) {
      const status = await sendJunkSignIn(origin, agent)
      statusCounts[status] = (statusCounts[status] ?? 0) + 1
      if (statusCounts[status] === 1) process.send?.('begun')
    }
  }
  await Promise.all(Array.from({ length: JUNK_AT_ONCE }, sendRepeatedly))
  agent.destroy()
  process.send?.(statusCounts, undefined, undefined, () => process.disconnect())
}

/**
 * Starts the flood from a process of its own. Resolves at the first response. `stop` resolves with the counts by
 * status.
 */
export async function startFlood(origin: string): Promise<{ readonly stop: () => Promise<StatusCounts> }> {
  const child = fork(new URL('../run.ts', import.meta.url), ['junk-flood', origin])
  await once(child, 'message')
  const stop = () =>
    new Promise<StatusCounts>((resolve, reject) => {
      child.on('message', (message: StatusCounts | string) => typeof message !== 'string' && resolve(message))
      child.once('exit', (code) => reject(new Error(`the flood ended with ${code}`)))
      child.send('stop')
    })
  return { stop }
}
