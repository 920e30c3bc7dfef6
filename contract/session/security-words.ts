import { ROLE_TITLES } from '#contract/people/user-choices.ts'
import { browserWords } from '#contract/text/browser-words.ts'
import { SECURITY_KINDS, type SecurityEvent } from './security.ts'

type Detail = SecurityEvent['detail']
type Value = Detail[string]

const isRole = (value: Value): value is keyof typeof ROLE_TITLES => typeof value === 'string' && value in ROLE_TITLES
const valueWords = (value: Value): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return isRole(value) ? ROLE_TITLES[value].toLowerCase() : String(value ?? '–')
}
const isKnownKind = (name: string): name is keyof typeof SECURITY_KINDS => Object.hasOwn(SECURITY_KINDS, name)

/**
 * The title of a kind of event. A kind of a later version gets a title from its name: `passkey_added` is "Passkey
 * added".
 */
export function kindWords(kind: string): string {
  return isKnownKind(kind)
    ? SECURITY_KINDS[kind]
    : `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`.replaceAll('_', ' ')
}

/** Limits of sign-ins: what they are counted by. */
const LIMIT_SCOPES: readonly Value[] = ['account', 'account and network', 'device', 'network', 'site']
/** Limits of listed refusals: what they are counted for ("one account", "all networks"). */
const LIMIT_OF = /^(?:one|all) /
const countWords = (count: Value, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`

/** The text for each detail of an event; null for no text. */
const WORDS: Readonly<Record<string, (value: Value, detail: Detail) => string | null>> = {
  from: (from, { to }) => `${valueWords(from)} → ${valueWords(to ?? null)}`,
  to: (to, { from }) => (from === undefined ? valueWords(to) : null),
  role: (role) => valueWords(role),
  what: (subject) => valueWords(subject),
  rows: (rows) => countWords(rows, 'row'),
  files: (files) => countWords(files, 'file'),
  refusals: (refusals) => countWords(refusals, 'refusal'),
  call: (call) => valueWords(call),
  sessions: (sessions) => countWords(sessions, 'session'),
  own_stays: (stays) => (stays === true ? 'all but their own' : null),
  browser: (browser) => browserWords(`${browser}`),
  most: (most) => `used longest ago, of more than ${valueWords(most)}`,
  given: (permissions) => (permissions === '' ? null : `given: ${valueWords(permissions)}`),
  taken: (permissions) => (permissions === '' ? null : `taken: ${valueWords(permissions)}`),
  by: (by) => `by ${valueWords(by)}`,
  limit: (limit) =>
    `${LIMIT_SCOPES.includes(limit) ? 'by ' : LIMIT_OF.test(`${limit}`) ? 'of ' : ''}${valueWords(limit)}`,
  account: (account) => `unknown account ${valueWords(account)}`,
}

/** Sorts names in the order of `WORDS`, unknown names last. The database does not preserve the order of the details. */
function sortDetailNames(names: readonly string[]): readonly string[] {
  return [...Object.keys(WORDS).filter((name) => names.includes(name)), ...names.filter((name) => !(name in WORDS))]
}

/** The details of an event as text: "driver → dispatcher", "inspections · 400 rows". Empty for no details. */
export function detailWords(detail: Detail): string {
  return sortDetailNames(Object.keys(detail))
    .map((name) => {
      const value = detail[name] ?? null
      const words = WORDS[name]
      return words ? words(value, detail) : `${name.replaceAll('_', ' ')}: ${valueWords(value)}`
    })
    .filter((words) => words !== null && words !== '')
    .join(' · ')
}
