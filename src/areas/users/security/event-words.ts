import type { SecurityEvent, SecurityKind } from '#contract/session/security.ts'
import { browserWords } from '#contract/text/browser-words.ts'

/** What may be an attack: a person or a program was kept from something. */
const REFUSALS: ReadonlySet<string> = new Set<SecurityKind>([
  'sign_in_refused',
  'sign_in_throttled',
  'throttled',
  'refusals_counted',
  'password_refused',
  'token_reused',
  'token_refused',
  'password_needed',
  'access_refused',
])
export const isRefusal = (kind: string): boolean => REFUSALS.has(kind)

/** What the server did by itself, whatever made it: no user is named. */
const SERVERS: ReadonlySet<string> = new Set<SecurityKind>([
  'secret_changed',
  'token_reused',
  'refusals_counted',
  'session_ended',
  'sessions_ended',
])
/** Who did what no user did. */
export const actorWords = (kind: string): string => (SERVERS.has(kind) ? 'The server' : 'Not signed in')

/** Where an event came from: "203.0.113.7 · Chrome on Windows"; what the server did by itself came from nowhere. */
export function placeWords({ network, user_agent }: Pick<SecurityEvent, 'network' | 'user_agent'>): string {
  const browser = user_agent === '' ? '' : browserWords(user_agent)
  return [network, browser].filter((words) => words !== '').join(' · ') || 'The server itself'
}

/** Whose account it is about, where that is not told by a name; null where a name tells it, or where it is about none. */
export const accountWords = ({ kind, actor, subject }: SecurityEvent): string | null => {
  if (subject === null) return kind === 'sessions_ended' ? 'Everybody' : null
  return actor?.id === subject.id ? 'Own account' : null
}
