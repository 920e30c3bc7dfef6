import { NEEDS_ATTENTION } from '#src/offline/outbox/entry/entry.ts'
import { outboxSnapshot, subscribeOutbox } from '#src/offline/outbox/outbox.ts'
import { whenSent } from '#src/offline/outbox/send/when-sent.ts'
import { currentSubject } from '#src/session/session.ts'
import { toastDone } from '#src/ui/notice/toast.ts'
import { toastThatTurns } from '#src/ui/notice/turning-toast.ts'
import { areDone, type Submitted } from './submit-and-wait.ts'

/** For a change that is stored here while there is no network. `more` is added to the promise to send it. */
export const savedOffline = (more = ''): string => `Saved on this device. Will send ${whenSent()}${more}.`

const WORDS: Readonly<Record<Exclude<Submitted['is'], 'done' | 'offline'>, string>> = {
  sending: 'Saved on this device. Sending…',
  kept: 'Saved on this device. The Outbox shows when it is sent.',
  password: 'Saved on this device. It is sent once you have given your password.',
  conflict: 'Another user changed the same. Decide in the Outbox.',
  refused: 'The Outbox keeps what was refused.',
}

/**
 * Shows the result of a submit. `done` is the text for success; the record follows it: "Successfully updated: Truck
 * 1042". Changes that still wait are followed: once the server has all of them, the toast says so, if it is still on
 * screen. `offline`: the words for changes that wait for a network.
 */
export function toastResult(submitted: Submitted, done: string, offline = savedOffline()): void {
  const { is } = submitted
  const named = submitted.record === undefined ? done : `${done}: ${submitted.record}`
  if (is === 'done') toastDone(named)
  else if (is === 'conflict' || is === 'refused') toastDone(WORDS[is])
  else followInToast(submitted.ids, is === 'offline' ? offline : WORDS[is], `Sent. ${named}`)
}

function followInToast(ids: ReadonlySet<string>, saved: string, sent: string): void {
  const as = currentSubject()
  const toast = toastThatTurns(saved, () => stop())
  const look = async () => {
    if (currentSubject() !== as) return stop()
    const entries = outboxSnapshot().entries.filter(({ id }) => ids.has(id))
    // The refusal has a toast of its own.
    if (entries.some(({ state }) => NEEDS_ATTENTION.includes(state))) toast.hide()
    else if (entries.every(({ state }) => state === 'done') && (await areDone(ids))) {
      stop()
      toast.turn(sent)
    }
  }
  // A device that can't be read now has other places that say so. The toast keeps its first words.
  const follow = () => void look().catch(() => stop())
  const stop = subscribeOutbox(follow)
  follow()
}
