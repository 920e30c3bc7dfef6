import { toastDone } from '#src/ui/notice/toast.ts'
import type { Submitted } from './submit-and-wait.ts'

const WORDS: Readonly<Record<Exclude<Submitted, 'done'>, string>> = {
  offline: 'Saved on this device. It is sent as soon as there is a network.',
  kept: 'Saved on this device. The Outbox shows when it is sent.',
  password: 'Saved on this device. It is sent once you have given your password.',
  conflict: 'The Outbox asks who is right.',
  refused: 'The Outbox keeps what was refused.',
}

/** Says what became of a form; `done` is said when the server has all of it. */
export function tellSubmitted(submitted: Submitted, done: string): void {
  toastDone(submitted === 'done' ? done : WORDS[submitted])
}
