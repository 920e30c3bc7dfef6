import { isLoopbackHost } from '#server/base/loopback.ts'
import { isPattern } from '#server/modules/session/guessing/patterns.ts'

/** The settings with extra rules in production. */
export interface ProductionSettings {
  readonly DATABASE_URL?: string | undefined
  readonly EMBEDDED_DATABASE?: 'allow' | undefined
  readonly DEMO?: 'on' | 'off' | undefined
  readonly HOST?: string | undefined
  readonly TRUST_PROXY?: readonly string[] | undefined
  readonly PUBLIC_URL?: string | undefined
  readonly TOKEN_SECRET?: string | undefined
  readonly SMTP_URL?: string | undefined
  readonly MAIL?: 'folder' | undefined
}

/** Whether others can read the traffic to an address: plain HTTP to another machine. */
function isPlainHttp(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && !isLoopbackHost(hostname.replace(/^\[|\]$/g, ''))
}

const MIN_DISTINCT = 8
const WORDS = /secret|password|passw0rd|changeme|change-me|haulyard|example|qwerty|letmein/i

/** Letters of one case with other signs between them count as words, unless the text has this length. */
const MIN_LETTERS = 48
const ONE_CASE_ONLY = /^(?:[a-z]|[^\w]|_)+$|^(?:[A-Z]|[^\w]|_)+$/

/** Whether at least a quarter of all pieces of four letters are repeats. Random text repeats no piece. */
function repeatsItself(text: string): boolean {
  const pieces = Array.from({ length: Math.max(0, text.length - 3) }, (_, at) => text.slice(at, at + 4))
  return new Set(pieces).size <= pieces.length * 0.75
}

/** Whether at least three quarters of the letters equal their predecessor or are next to it in the alphabet. */
function isSequence(text: string): boolean {
  const differences = [...text].slice(1).map((letter, at) => letter.charCodeAt(0) - text.charCodeAt(at))
  return differences.filter((step) => Math.abs(step) <= 1).length >= differences.length * 0.75
}

/**
 * Whether a secret looks invented by a human: fewer than eight different characters, repeats, letters or digits in
 * order, rows of the keyboard, only words, or a common password word. Output of `openssl rand` never is.
 */
export function isGuessable(secret: string): boolean {
  if (new Set(secret).size < MIN_DISTINCT || WORDS.test(secret)) return true
  if (ONE_CASE_ONLY.test(secret) && secret.length < MIN_LETTERS) return true
  return isSequence(secret) || isPattern(secret) || repeatsItself(secret)
}

/** Whether users of other machines can reach the server: directly or through a proxy. */
const isReachedByOthers = ({ HOST, TRUST_PROXY }: ProductionSettings) =>
  (TRUST_PROXY ?? []).length > 0 || (HOST !== undefined && !isLoopbackHost(HOST))

/** The problems of these settings in production. Each is a part of the one line that stops the start. */
export function productionFaults(set: ProductionSettings): readonly string[] {
  const faults: readonly (readonly [isWrong: boolean, words: string])[] = [
    [
      !set.DATABASE_URL && set.EMBEDDED_DATABASE !== 'allow',
      'set DATABASE_URL to a PostgreSQL database, or EMBEDDED_DATABASE=allow when the embedded one is meant',
    ],
    [set.DEMO === undefined, 'set DEMO=off, or DEMO=on when the demo company is meant, whose passwords everyone knows'],
    [
      set.PUBLIC_URL === undefined && isReachedByOthers(set),
      'set PUBLIC_URL to the address that people type, because cookies and links depend on it',
    ],
    [
      set.PUBLIC_URL !== undefined && isPlainHttp(set.PUBLIC_URL),
      'give PUBLIC_URL an https address, because passwords go there',
    ],
    [
      set.TOKEN_SECRET !== undefined && isGuessable(set.TOKEN_SECRET),
      'make TOKEN_SECRET at random, as with "openssl rand -base64 48": this one can be guessed',
    ],
    [
      set.SMTP_URL === undefined && set.MAIL !== 'folder',
      'set SMTP_URL to a mail server, or MAIL=folder when mail is meant to stay in DATA_DIR/mail',
    ],
  ]
  return faults.filter(([isWrong]) => isWrong).map(([, words]) => words)
}
