import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { placeEmbedded } from '#tests/support/embedded-snapshot.ts'
import { freePort } from './free-port.ts'
import { madeOnce } from './run-folder.ts'

/** The accounts of the demo company; all have the same password. */
export const ACCOUNTS = {
  admin: 'admin@haulyard.example',
  dispatcher: 'dispatcher@haulyard.example',
  manager: 'manager@haulyard.example',
  driver: 'driver@haulyard.example',
} as const
export type Account = keyof typeof ACCOUNTS
export const PASSWORD = 'demo-haulyard'

const STARTS_WITHIN = 60_000

/** The real server on a port and a data folder of its own, with the demo company. */
export interface Server {
  readonly url: string
  readonly port: number
  readonly dataDir: string
  /** What it has printed so far. */
  readonly output: () => string
  /** Ends it: SIGTERM gently, SIGKILL as a power cut does. */
  readonly stop: (signal?: 'SIGTERM' | 'SIGKILL') => Promise<void>
  /** Starts it again on the same port and data. */
  readonly start: () => Promise<void>
  /** Ends it and removes its data. */
  readonly dispose: () => Promise<void>
}

async function answers(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const until = Date.now() + STARTS_WITHIN
  while (Date.now() < until) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The server ended at its start:\n${output()}`)
    const isUp = await fetch(`${url}/api/health/`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (isUp) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`The server did not answer within ${STARTS_WITHIN} ms:\n${output()}`)
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => child.once('exit', () => resolve()))
}

/** Devices are signed in once a run, which takes longer than a quarter of an hour. */
const LONG_RUN = { PASSWORD_COUNTS_MINUTES: '1440' }

async function serverOn(dataDir: string, environment: Readonly<Record<string, string>>): Promise<Server> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let printed = ''
  let child: ChildProcess | null = null
  const output = () => printed

  async function start(): Promise<void> {
    const { DATABASE_URL: _, ...inherited } = process.env
    child = spawn(process.execPath, ['server/main.ts'], {
      env: { ...inherited, ...LONG_RUN, ...environment, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const keep = (part: Buffer) => {
      printed += part.toString()
    }
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    await answers(url, child, output)
  }
  async function stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    if (!child) return
    child.kill(signal)
    await ended(child)
  }
  async function dispose(): Promise<void> {
    await stop('SIGKILL')
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
  await start()
  return { url, port, dataDir, output, stop, start, dispose }
}

/** Whose sessions every server knows: of the devices that are prepared once a run. */
const SIGNED_IN: readonly Account[] = ['dispatcher', 'admin', 'manager']

/** What a server answers to somebody who signs in. */
async function signedInAt({ url }: Server, account: Account): Promise<string> {
  const answer = await fetch(`${url}/api/auth/jwt/create/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: ACCOUNTS[account], password: PASSWORD }),
  })
  if (!answer.ok) throw new Error(`${account} can't sign in: ${answer.status} ${await answer.text()}`)
  return answer.text()
}

/** The folders of a server with the demo company and of its answers to those who signed in. */
async function prepared(): Promise<{ readonly data: string; readonly signIns: string }> {
  const folder = await madeOnce('company', async (draft) => {
    await placeEmbedded(join(draft, 'data'))
    const server = await serverOn(join(draft, 'data'), { DEMO_DRIVERS: '24' })
    await mkdir(join(draft, 'sign-ins'))
    try {
      for (const account of SIGNED_IN)
        await writeFile(join(draft, 'sign-ins', account), await signedInAt(server, account))
    } finally {
      await server.stop()
    }
  })
  return { data: join(folder, 'data'), signIns: join(folder, 'sign-ins') }
}

/** What the server answered when somebody signed in: of a session that each `startServer` of this run knows. */
export async function storedSignIn(account: Account): Promise<string> {
  return readFile(join((await prepared()).signIns, account), 'utf8')
}

const newFolder = () => mkdtemp(join(tmpdir(), 'haulyard-e2e-empty-'))

/** A server in an empty folder, without a demo company: as a company starts it for itself. */
export async function startFirstServer(): Promise<Server> {
  return serverOn(await newFolder(), { DEMO: 'off' })
}

/** The same with its empty database made before, which takes a start seconds. */
export async function startEmptyServer(): Promise<Server> {
  const folder = await newFolder()
  await placeEmbedded(folder)
  return serverOn(folder, { DEMO: 'off' })
}

/** A server with the demo company of 24 drivers, quick to start; its data are its own. */
export async function startServer(environment: Readonly<Record<string, string>> = {}): Promise<Server> {
  if (!existsSync('dist/app/index.html')) throw new Error('Build the app first: npm run build')
  const folder = await mkdtemp(join(tmpdir(), 'haulyard-e2e-'))
  // Twenty times as fast as `cp`, which goes file by file through the event loop.
  cpSync((await prepared()).data, folder, { recursive: true })
  return serverOn(folder, environment)
}
