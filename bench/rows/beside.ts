import { fork } from 'node:child_process'
import { once } from 'node:events'

/** A process beside the server, so that the server shares no event loop with those who use it. */
export interface Beside<Request, Reply> {
  /** Sends a request and resolves with its reply. One request at a time. */
  ask(request: Request): Promise<Reply>
  end(): void
}

type Message<Reply> = { readonly reply: Reply } | { readonly error: string }

/** Starts the process. `name`: a benchmark that calls `serveBeside`. */
export function startBeside<Request, Reply>(name: string): Beside<Request, Reply> {
  const child = fork(new URL('../run.ts', import.meta.url), [name], { serialization: 'advanced' })
  const ended = once(child, 'exit')
  return {
    ask: async (request) => {
      const answered = once(child, 'message')
      child.send(request as object)
      const message = await Promise.race([answered.then(([one]) => one as Message<Reply>), ended.then(() => null)])
      if (message === null) throw new Error(`the process ${name} has ended`)
      if ('error' in message) throw new Error(message.error)
      return message.reply
    },
    end: () => void child.kill(),
  }
}

/** The work of the process: one reply to each request. */
export function serveBeside<Request, Reply>(work: (request: Request) => Promise<Reply>): void {
  process.on('message', (request: Request) => {
    work(request).then(
      (reply) => process.send?.({ reply }),
      (error: unknown) => process.send?.({ error: String(error) }),
    )
  })
}
