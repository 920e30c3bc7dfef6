import { toastDone } from '#src/ui/notice/toast.ts'
import type { SubmitResult } from './submit-and-wait.ts'

const WORDS: Readonly<Record<Exclude<SubmitResult, 'done'>, string>> = {
  offline: 'Saved on this device. Will send when you’re back online.',
  kept: 'Saved on this device. The Outbox shows when it is sent.',
  password: 'Saved on this device. It is sent once you have given your password.',
  conflict: 'Another user changed the same. Decide in the Outbox.',
  refused: 'The Outbox keeps what was refused.',
}

/** Shows the result of a submit. `done` is the text for success. */
export function toastResult(submitted: SubmitResult, done: string): void {
  toastDone(submitted === 'done' ? done : WORDS[submitted])
}
