import { type ChildProcess, spawn } from 'node:child_process'

/** A display that nobody looks at: WebKitGTK has no way to run without one. */
export interface Display {
  /** As `DISPLAY` has it. */
  readonly name: string
  readonly stop: () => void
}

/** Starts a display of its own, under the first number that is free. */
export async function startDisplay(): Promise<Display> {
  const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '2600x1600x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  return { name: `:${await numberOf(child)}`, stop: () => void child.kill('SIGKILL') }
}

function numberOf(child: ChildProcess): Promise<number> {
  const { stdio } = child
  const [, , errors, told] = stdio
  return new Promise((resolve, reject) => {
    let [printed, number] = ['', '']
    errors?.on('data', (part: Buffer) => {
      printed += part.toString()
    })
    told?.on('data', (part: Buffer) => {
      number += part.toString()
      if (number.includes('\n')) resolve(Number(number))
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`Xvfb ended at its start:\n${printed}`)))
  })
}
