import type { OwnSession } from '#contract/session/own-sessions.ts'
import { browserWords } from '#contract/text/browser-words.ts'
import { chicagoMoment } from '#src/format/chicago.ts'

type SessionUse = Pick<OwnSession, 'user_agent' | 'network' | 'last_user_agent'>

/** The browser of a session's last use; if unknown, the browser that opened it. */
export const sessionName = ({ user_agent, last_user_agent }: SessionUse): string =>
  browserWords(last_user_agent || user_agent)

/** The network of the last use: "from 203.0.113.7". Empty if unknown. */
export const fromWords = ({ network }: SessionUse): string => (network ? `from ${network}` : '')

/** The accessible name of the End button. It distinguishes several sessions of one browser. */
export function endWords(session: SessionUse & Pick<OwnSession, 'last_seen_at'>): string {
  const used = `last used ${chicagoMoment(Date.parse(session.last_seen_at))} ${fromWords(session)}`
  return `End the sign-in on ${sessionName(session)}, ${used.trimEnd()}`
}

/** The browser that opened the session, if it differs from the latest one: a device normally keeps its browser. */
export function openedWords(session: SessionUse): string {
  const opened = browserWords(session.user_agent)
  return opened === sessionName(session) ? '' : `with ${opened}`
}

/** The label of the button that shows the remaining fetched sessions. */
export const moreWords = (fetched: number, count: number): string =>
  fetched < count ? `Show ${fetched} of ${count}` : `Show all ${count}`

/** The note below an incomplete list; null for a complete one. */
export const shownWords = (fetched: number, count: number): string | null =>
  fetched < count ? `These are the ${fetched} of ${count} sign-ins that were used last.` : null

/** Explains what happens to waiting changes when sessions are ended remotely. */
export const KEPT_THERE =
  'Changes that wait on a device are kept there. After the next sign-in the app asks whether to send them.'
