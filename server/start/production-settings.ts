import { isLoopbackHost } from '#server/base/loopback.ts'
import { isPattern } from '#server/modules/session/guessing/patterns.ts'

/** What of the environment only production is particular about. */
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

/** Whether others can read what goes to an address. */
function isPlainHttp(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && !isLoopbackHost(hostname.replace(/^\[|\]$/g, ''))
}

const MIN_APART = 8
const WORDS = /secret|password|passw0rd|changeme|change-me|haulyard|example|qwerty|letmein/i

/** Letters of one case with signs between them: words, unless there are so many. */
const MIN_OF_LETTERS = 48
const WORDS_ALONE = /^(?:[a-z]|[^\w]|_)+$|^(?:[A-Z]|[^\w]|_)+$/

/** Whether a quarter of what stands there stood before: of four letters in a row, what is made at random repeats nothing. */
function repeatsItself(text: string): boolean {
  const pieces = Array.from({ length: Math.max(0, text.length - 3) }, (_, at) => text.slice(at, at + 4))
  return new Set(pieces).size <= pieces.length * 0.75
}

/** Whether most letters are the next one, the one before, or the same as the letter before them. */
function isSequence(text: string): boolean {
  const steps = [...text].slice(1).map((letter, at) => letter.charCodeAt(0) - text.charCodeAt(at))
  return steps.filter((step) => Math.abs(step) <= 1).length >= steps.length * 0.75
}

/**
 * Whether a secret is one that people make up: fewer than eight different letters, what repeats itself, letters or digits
 * in their order, rows of a keyboard, words alone, or a word that stands in every list. What `openssl rand` gives never is.
 */
export function isGuessable(secret: string): boolean {
  if (new Set(secret).size < MIN_APART || WORDS.test(secret)) return true
  if (WORDS_ALONE.test(secret) && secret.length < MIN_OF_LETTERS) return true
  return isSequence(secret) || isPattern(secret) || repeatsItself(secret)
}

/** Whether others than this machine's own users are let in: at its address, or by a proxy. */
const isReachedByOthers = ({ HOST, TRUST_PROXY }: ProductionSettings) =>
  (TRUST_PROXY ?? []).length > 0 || (HOST !== undefined && !isLoopbackHost(HOST))

/** What a server that people depend on must have said; each a clause of the one line that stops the start. */
export function productionFaults(set: ProductionSettings): readonly string[] {
  const faults: readonly (readonly [isWrong: boolean, words: string])[] = [
    [
      !set.DATABASE_URL && set.EMBEDDED_DATABASE !== 'allow',
      'set DATABASE_URL to a PostgreSQL database, or EMBEDDED_DATABASE=allow when the embedded one is meant',
    ],
    [set.DEMO === undefined, 'set DEMO=off, or DEMO=on when the demo company is meant, whose passwords everyone knows'],
    [
      set.PUBLIC_URL === undefined && isReachedByOthers(set),
      'set PUBLIC_URL to the address that people type, because cookies and links hang on it',
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
