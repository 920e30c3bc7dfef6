import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { placeEmbedded } from '#tests/support/embedded-snapshot.ts'
import { freePort } from './free-port.ts'
import { buildOncePerRun } from './run-folder.ts'

/** The accounts of the demo company. All have the same password. */
export const ACCOUNTS = {
  admin: 'admin@haulyard.example',
  dispatcher: 'dispatcher@haulyard.example',
  manager: 'manager@haulyard.example',
  driver: 'driver@haulyard.example',
} as const
export type Account = keyof typeof ACCOUNTS
export const PASSWORD = 'demo-haulyard'

const START_TIMEOUT_MS = 60_000

/** The real server on its own port and data folder. */
export interface Server {
  readonly url: string
  readonly port: number
  readonly dataDir: string
  /** Its output so far. */
  readonly output: () => string
  /** Stops the server: with SIGTERM gracefully, with SIGKILL like a power cut. */
  readonly stop: (signal?: 'SIGTERM' | 'SIGKILL') => Promise<void>
  /** Starts the server again with the same port and data. */
  readonly start: () => Promise<void>
  /** Kills the server and removes its data. */
  readonly dispose: () => Promise<void>
}

async function waitUntilUp(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The server exited at startup:\n${output()}`)
    const isUp = await fetch(`${url}/api/health/`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (isUp) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`The server did not answer within ${START_TIMEOUT_MS} ms:\n${output()}`)
}

function exited(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => child.once('exit', () => resolve()))
}

/** Devices sign in only once per run, and a run takes longer than the usual 15 minutes. */
const LONG_SESSIONS = { PASSWORD_COUNTS_MINUTES: '1440' }

async function startServerOn(dataDir: string, environment: Readonly<Record<string, string>>): Promise<Server> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let printed = ''
  let child: ChildProcess | null = null
  const output = () => printed

  async function start(): Promise<void> {
    const { DATABASE_URL: _, ...inherited } = process.env
    child = spawn(process.execPath, ['server/main.ts'], {
      env: { ...inherited, ...LONG_SESSIONS, ...environment, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const keep = (part: Buffer) => {
      printed += part.toString()
    }
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    await waitUntilUp(url, child, output)
  }
  async function stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    if (!child) return
    child.kill(signal)
    await exited(child)
  }
  async function dispose(): Promise<void> {
    await stop('SIGKILL')
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
  await start()
  return { url, port, dataDir, output, stop, start, dispose }
}

/** The accounts of the devices that are prepared once per run. Every server of the run knows their sessions. */
const PREPARED_ACCOUNTS: readonly Account[] = ['dispatcher', 'admin', 'manager']

/** The server's response to a sign-in. */
async function requestSignIn({ url }: Server, account: Account): Promise<string> {
  const answer = await fetch(`${url}/api/auth/jwt/create/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: ACCOUNTS[account], password: PASSWORD }),
  })
  if (!answer.ok) throw new Error(`${account} can't sign in: ${answer.status} ${await answer.text()}`)
  return answer.text()
}

/** The data folder of a server with the demo company, and the folder with its responses to sign-ins. */
async function preparedCompany(): Promise<{ readonly data: string; readonly signIns: string }> {
  const folder = await buildOncePerRun('company', async (draft) => {
    await placeEmbedded(join(draft, 'data'))
    const server = await startServerOn(join(draft, 'data'), { DEMO_DRIVERS: '24' })
    await mkdir(join(draft, 'sign-ins'))
    try {
      for (const account of PREPARED_ACCOUNTS)
        await writeFile(join(draft, 'sign-ins', account), await requestSignIn(server, account))
    } finally {
      await server.stop()
    }
  })
  return { data: join(folder, 'data'), signIns: join(folder, 'sign-ins') }
}

/** The stored response to an account's sign-in. Every `startServer` of this run knows its session. */
export async function preparedSignIn(account: Account): Promise<string> {
  return readFile(join((await preparedCompany()).signIns, account), 'utf8')
}

const newFolder = () => mkdtemp(join(tmpdir(), 'haulyard-e2e-empty-'))

/** A server in an empty folder without a demo company, as a new company starts it. */
export async function startUninitializedServer(): Promise<Server> {
  return startServerOn(await newFolder(), { DEMO: 'off' })
}

/** Like `startUninitializedServer`, but copies an empty database instead of creating one, which takes seconds. */
export async function startEmptyServer(): Promise<Server> {
  const folder = await newFolder()
  await placeEmbedded(folder)
  return startServerOn(folder, { DEMO: 'off' })
}

/** A server with its own copy of the demo company of 24 drivers. Starts quickly. */
export async function startServer(environment: Readonly<Record<string, string>> = {}): Promise<Server> {
  if (!existsSync('dist/app/index.html')) throw new Error('Build the app first: npm run build')
  const folder = await mkdtemp(join(tmpdir(), 'haulyard-e2e-'))
  // Twenty times as fast as the asynchronous `cp`, which copies file by file through the event loop.
  cpSync((await preparedCompany()).data, folder, { recursive: true })
  return startServerOn(folder, environment)
}
