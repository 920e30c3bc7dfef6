import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')
/** The folder in the page's example. The tests replace it by this checkout. */
const INSTALLED = '/srv/haulyard'

/** The `[Service]` section of the unit file in the documentation: the values of each setting, one per line. */
export function documentedService(page = 'docs/how-to/production.md'): ReadonlyMap<string, readonly string[]> {
  const file = /```ini\n([\s\S]*?)```/.exec(readFileSync(join(ROOT, page), 'utf8'))?.[1] ?? ''
  const section = /\[Service\]\n([\s\S]*?)(?:\n\s*\[|$)/.exec(file)?.[1] ?? ''
  const settings = new Map<string, string[]>()
  for (const [, name = '', value = ''] of section.matchAll(/^\s*(\w+)=(.*)$/gm)) {
    settings.set(name, [...(settings.get(name) ?? []), value.trim().replaceAll(INSTALLED, ROOT)])
  }
  return settings
}

export interface RunningUnit {
  readonly main: ChildProcess
  readonly errors: () => string
  /** Stops the service as systemd does. Resolves with the exit code of its main process. */
  readonly stop: () => Promise<number | null>
  /** Kills all processes of the service. */
  readonly kill: () => void
}

/** Starts the service with the unit's own command and environment. `overrides` are added to the environment. */
export function startUnit(
  service: ReadonlyMap<string, readonly string[]>,
  overrides: Readonly<Record<string, string>>,
): RunningUnit {
  const lastValue = (name: string, otherwise: string) => service.get(name)?.at(-1) ?? otherwise
  const [program = '', ...parameters] = lastValue('ExecStart', '').split(/\s+/)
  const set = (service.get('Environment') ?? []).flatMap((line) => line.split(/\s+/)).map((pair) => pair.split('='))
  const env = {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    ...Object.fromEntries(set.map(([name, ...value]) => [name, value.join('=')])),
    ...overrides,
  }
  // Its own process group replaces systemd's control group: it contains every process that the main process starts.
  const main = spawn(program, parameters, {
    cwd: lastValue('WorkingDirectory', '/'),
    env,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  main.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const ended = once(main, 'exit').then(([code]) => code as number | null)
  const stop = async () => {
    const { pid } = main
    if (pid === undefined) throw new Error(`${program} could not be started`)
    const mode = lastValue('KillMode', 'control-group')
    process.kill(mode === 'control-group' ? -pid : pid, lastValue('KillSignal', 'SIGTERM') as NodeJS.Signals)
    const code = await ended
    // With `mixed`, the remaining processes are killed after the main process has ended.
    if (mode === 'mixed') killGroup(pid)
    return code
  }
  return { main, errors: () => errors, stop, kill: () => main.pid !== undefined && killGroup(main.pid) }
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && error.code === 'ESRCH'
    if (!isGone) throw error
  }
}
