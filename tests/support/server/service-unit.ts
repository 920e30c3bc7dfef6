import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')
/** The folder of the page's example, in whose place the tests have this checkout. */
const INSTALLED = '/srv/haulyard'

/** The section `[Service]` of the unit file that the documentation gives to copy: each setting with all of its lines. */
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
  /** Stops it as systemd does. Answers the exit code of its main process. */
  readonly stop: () => Promise<number | null>
  /** Leaves nothing of it behind. */
  readonly kill: () => void
}

/** Starts the service by the very command of the unit, with its environment and this on top. */
export function startUnit(
  service: ReadonlyMap<string, readonly string[]>,
  onTop: Readonly<Record<string, string>>,
): RunningUnit {
  const one = (name: string, otherwise: string) => service.get(name)?.at(-1) ?? otherwise
  const [program = '', ...parameters] = one('ExecStart', '').split(/\s+/)
  const set = (service.get('Environment') ?? []).flatMap((line) => line.split(/\s+/)).map((pair) => pair.split('='))
  const env = {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    ...Object.fromEntries(set.map(([name, ...value]) => [name, value.join('=')])),
    ...onTop,
  }
  // A group of its own is here what a control group is to systemd: all that the main process starts.
  const main = spawn(program, parameters, {
    cwd: one('WorkingDirectory', '/'),
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
    const mode = one('KillMode', 'control-group')
    process.kill(mode === 'control-group' ? -pid : pid, one('KillSignal', 'SIGTERM') as NodeJS.Signals)
    const code = await ended
    // Whatever `mixed` leaves over is killed once the main process is gone.
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
