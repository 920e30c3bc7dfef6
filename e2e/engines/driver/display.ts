import { type ChildProcess, spawn } from 'node:child_process'

/** A virtual display: WebKitGTK can't run without a display. */
export interface Display {
  /** The value of `DISPLAY`, such as ":99". */
  readonly name: string
  readonly stop: () => void
}

/** Starts a new display under the first free number. */
export async function startDisplay(): Promise<Display> {
  const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '2600x1600x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  return { name: `:${await displayNumberOf(child)}`, stop: () => void child.kill('SIGKILL') }
}

function displayNumberOf(child: ChildProcess): Promise<number> {
  const { stdio } = child
  const [, , errors, numberOutput] = stdio
  return new Promise((resolve, reject) => {
    let [printed, number] = ['', '']
    errors?.on('data', (part: Buffer) => {
      printed += part.toString()
    })
    numberOutput?.on('data', (part: Buffer) => {
      number += part.toString()
      if (number.includes('\n')) resolve(Number(number))
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`Xvfb ended during its start:\n${printed}`)))
  })
}
