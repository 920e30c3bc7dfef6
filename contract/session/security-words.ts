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
const isKind = (name: string): name is keyof typeof SECURITY_KINDS => Object.hasOwn(SECURITY_KINDS, name)

/** What a kind of event is called; one that came with a later version by its name: "Passkey added". */
export function kindWords(kind: string): string {
  return isKind(kind) ? SECURITY_KINDS[kind] : `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`.replaceAll('_', ' ')
}

/** What sign-ins are counted by. */
const COUNTED_BY: readonly Value[] = ['account', 'account and network', 'device', 'network', 'site']
/** Of what refusals are counted. */
const COUNTED_OF = /^(?:one|all) /
const counted = (count: Value, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`

/** What is told of an event under a name of its own; null says nothing. */
const WORDS: Readonly<Record<string, (value: Value, detail: Detail) => string | null>> = {
  from: (from, { to }) => `${valueWords(from)} → ${valueWords(to ?? null)}`,
  to: (to, { from }) => (from === undefined ? valueWords(to) : null),
  role: (role) => valueWords(role),
  what: (what) => valueWords(what),
  rows: (rows) => counted(rows, 'row'),
  files: (files) => counted(files, 'file'),
  refusals: (refusals) => counted(refusals, 'refusal'),
  call: (call) => valueWords(call),
  sessions: (sessions) => counted(sessions, 'session'),
  own_stays: (stays) => (stays === true ? 'all but their own' : null),
  browser: (browser) => browserWords(`${browser}`),
  most: (most) => `used longest ago, of more than ${valueWords(most)}`,
  given: (given) => (given === '' ? null : `given: ${valueWords(given)}`),
  taken: (taken) => (taken === '' ? null : `taken: ${valueWords(taken)}`),
  by: (by) => `by ${valueWords(by)}`,
  limit: (limit) =>
    `${COUNTED_BY.includes(limit) ? 'by ' : COUNTED_OF.test(`${limit}`) ? 'of ' : ''}${valueWords(limit)}`,
  account: (account) => `unknown account ${valueWords(account)}`,
}

/** Names in the order of `WORDS`, others behind: a database keeps them in an order of its own. */
function inOrder(names: readonly string[]): readonly string[] {
  return [...Object.keys(WORDS).filter((name) => names.includes(name)), ...names.filter((name) => !(name in WORDS))]
}

/** What an event says beside its kind: "driver → dispatcher", "inspections · 400 rows"; empty for nothing. */
export function detailWords(detail: Detail): string {
  return inOrder(Object.keys(detail))
    .map((name) => {
      const value = detail[name] ?? null
      const words = WORDS[name]
      return words ? words(value, detail) : `${name.replaceAll('_', ' ')}: ${valueWords(value)}`
    })
    .filter((words) => words !== null && words !== '')
    .join(' · ')
}
