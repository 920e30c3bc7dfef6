import type { SecurityEvent, SecurityKind } from '#contract/session/security.ts'
import { browserWords } from '#contract/text/browser-words.ts'

/** Whether an event is a refusal, which may be part of an attack. */
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

/** The events that the server causes itself, without a user. */
const SERVERS: ReadonlySet<string> = new Set<SecurityKind>([
  'secret_changed',
  'token_reused',
  'refusals_counted',
  'session_ended',
  'sessions_ended',
])
/** The actor of an event without a user. */
export const actorWords = (kind: string): string => (SERVERS.has(kind) ? 'The server' : 'Not signed in')

/** The origin of an event: "203.0.113.7 · Chrome on Windows". Empty for the server's own events. */
export function placeWords({ network, user_agent }: Pick<SecurityEvent, 'network' | 'user_agent'>): string {
  const browser = user_agent === '' ? '' : browserWords(user_agent)
  return [network, browser].filter((words) => words !== '').join(' · ') || 'The server itself'
}

/** A description of the account for an event without a name; null if there is a name or no account. */
export const accountWords = ({ kind, actor, subject }: SecurityEvent): string | null => {
  if (subject === null) return kind === 'sessions_ended' ? 'Everybody' : null
  return actor?.id === subject.id ? 'Own account' : null
}
