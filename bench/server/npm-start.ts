import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatNumber, inRounds, printTable } from '../measure.ts'
import { PORTS, settings } from '../settings.ts'

const PATIENCE_MS = 120_000

/** Runs `npm start` until it serves, then stops it. Returns the milliseconds until the first successful health call. */
async function timeStart(dataDir: string): Promise<number> {
  const startedAt = performance.now()
  const child = spawn('npm', ['start', '--silent'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PORT: String(PORTS.npmStart), DATA_DIR: dataDir, DATABASE_URL: '' },
    detached: process.platform !== 'win32',
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const isServed = () =>
    fetch(`http://127.0.0.1:${PORTS.npmStart}/api/health/`).then(
      (answer) => answer.ok,
      () => false,
    )
  while (!(await isServed())) {
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`)
    if (performance.now() - startedAt > PATIENCE_MS) throw new Error('npm start does not serve')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  const served = performance.now() - startedAt
  if (child.pid !== undefined && process.platform !== 'win32') process.kill(-child.pid, 'SIGTERM')
  else child.kill()
  await ended
  return served
}

/** Compares `npm start` on a folder that already has its database with the first start there. The app must be built. */
export async function measureNpmStart(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'haulyard-bench-start-'))
  try {
    const first = await timeStart(folder)
    const [second] = await inRounds(settings.rounds, [
      { name: 'second', measure: async () => ({ ms: await timeStart(folder) }) },
    ])
    const again = second?.ms ?? Number.NaN
    printTable(`npm start, until it serves, median of ${settings.rounds}`, [
      ['', 'seconds', 'of the first'],
      ['first, with the demo company', formatNumber(first / 1000), ''],
      ['again', formatNumber(again / 1000), `${formatNumber(again / first)}×`],
    ])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
