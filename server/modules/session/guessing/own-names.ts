import { glued } from '#contract/text/folded.ts'
import { readingsOf } from './readings.ts'

/** The future owner of a password, and the host of the app (`fleet.company.com`); null if none is configured. */
export interface PasswordOwner {
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly host: string | null
}

const PRODUCT = 'haulyard'
/** A shorter name appears in other words by chance: it counts only as a separate word. */
const MIN_NAME = 4
const MIN_SHORT = 3
/** In a password as long as a generated one, a short name appears by chance and does not help to guess the rest. */
const LONG_PASSWORD = 25
const MIN_NAME_IN_LONG = 8

/** Public mail providers: the name of such a domain is not the company's name. */
const MAIL_PROVIDERS = new Set(
  `aim aol att bellsouth centurylink charter comcast cox earthlink email fastmail frontier gmail gmx googlemail hey hotmail icloud
  inbox juno live mac mail me msn netzero optonline outlook pm proton protonmail roadrunner rocketmail sbcglobal tuta tutanota usa
  verizon windstream yahoo yandex ymail zoho`.split(/\s+/),
)
/** Second-level labels below which domains are registered: `company.co.uk`. */
const SECOND_LEVEL = new Set(['ac', 'co', 'com', 'gov', 'net', 'org'])

/** The company name in a host: the label before the public suffix. */
function companyIn(host: string): string {
  const labels = host.toLowerCase().split('.').slice(0, -1)
  return (SECOND_LEVEL.has(labels.at(-1) ?? '') ? labels.at(-2) : labels.at(-1)) ?? ''
}

/**
 * Names that attackers try first: the user's, the e-mail's local part, the company's (from its domains), the product's.
 */
function namesOf({ first_name, last_name, email, host }: PasswordOwner): readonly string[] {
  const [local = '', mailHost = ''] = email.trim().split('@')
  const mailCompany = companyIn(mailHost)
  const whole = [first_name, last_name, first_name + last_name, last_name + first_name, local]
  const words = [first_name, last_name].flatMap((name) => name.split(/\P{L}+/u))
  const companies = [host === null ? '' : companyIn(host), MAIL_PROVIDERS.has(mailCompany) ? '' : mailCompany]
  return [PRODUCT, ...whole, ...words, ...companies].map(glued)
}

/** "Ann-Lee7" and "AnnLee7" → "ann", "lee". */
const wordsIn = (password: string) => password.split(/\P{L}+|(?<=\p{Ll})(?=\p{Lu})/u).map(glued)

/**
 * Whether the password contains one of the owner's names, ignoring case, accents, signs between the letters, and
 * characters that replace similar letters.
 */
export function containsOwnNames(password: string, owner: PasswordOwner): boolean {
  const names = namesOf(owner)
  const least = password.length >= LONG_PASSWORD ? MIN_NAME_IN_LONG : MIN_NAME
  const texts = readingsOf(password).map(glued)
  if (names.some((name) => name.length >= least && texts.some((text) => text.includes(name)))) return true
  if (password.length >= LONG_PASSWORD) return false
  const words = wordsIn(password)
  const isShort = (name: string) => name.length >= MIN_SHORT && name.length < MIN_NAME
  return names.some((name) => isShort(name) && words.includes(name))
}
