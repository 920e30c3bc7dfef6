import type { OwnSession } from '#contract/session/own-sessions.ts'
import { browserWords } from '#contract/text/browser-words.ts'
import { chicagoMoment } from '#src/format/chicago.ts'

type Used = Pick<OwnSession, 'user_agent' | 'network' | 'last_user_agent'>

/** The browser of a session's last use, in words; of a host that does not tell that, the one it was opened with. */
export const sessionName = ({ user_agent, last_user_agent }: Used): string =>
  browserWords(last_user_agent || user_agent)

/** Where it was last used from: "from 203.0.113.7"; empty where that is not told. */
export const fromWords = ({ network }: Used): string => (network ? `from ${network}` : '')

/** What ends it, so that several of one browser can be told apart by those who hear the name alone. */
export function endWords(session: Used & Pick<OwnSession, 'last_seen_at'>): string {
  const used = `last used ${chicagoMoment(Date.parse(session.last_seen_at))} ${fromWords(session)}`
  return `End the sign-in on ${sessionName(session)}, ${used.trimEnd()}`
}

/** The browser that it was opened with, where that was another one than the last: one device keeps its browser. */
export function openedWords(session: Used): string {
  const opened = browserWords(session.user_agent)
  return opened === sessionName(session) ? '' : `with ${opened}`
}

/** On the button that shows the rest of those that were fetched, of all that there are. */
export const moreWords = (fetched: number, count: number): string =>
  fetched < count ? `Show ${fetched} of ${count}` : `Show all ${count}`

/** Below a list that does not have them all; null where it has. */
export const shownWords = (fetched: number, count: number): string | null =>
  fetched < count ? `These are the ${fetched} of ${count} sign-ins that were used last.` : null

/** What becomes of work when sessions are ended from afar. */
export const KEPT_THERE =
  'Changes that wait on a device are kept there. After the next sign-in the app asks whether to send them.'
