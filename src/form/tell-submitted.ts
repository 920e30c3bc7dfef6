import { toastDone } from '#src/ui/toast.ts'
import type { Submitted } from './submit-and-wait.ts'

const WORDS: Readonly<Record<Exclude<Submitted, 'done'>, string>> = {
  offline: 'Saved on this device. It is sent as soon as there is a network.',
  kept: 'Saved on this device. The Outbox shows when it is sent.',
  conflict: 'Somebody else has changed the same in the meantime. The Outbox asks who is right.',
  refused: 'The server refused a change that you saved. The Outbox shows why.',
}

/** Says what became of a form; `done` is said when the server has all of it. */
export function tellSubmitted(submitted: Submitted, done: string): void {
  toastDone(submitted === 'done' ? done : WORDS[submitted])
}
