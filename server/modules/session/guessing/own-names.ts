import { glued } from '#contract/text/folded.ts'
import { readingsOf } from './readings.ts'

/** Whose password it is to be, and the host at which the app is reached (`fleet.company.com`), where that is set. */
export interface PasswordOwner {
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly host: string | null
}

const PRODUCT = 'haulyard'
/** A shorter one stands in other words by chance: it counts as a word of its own. */
const MIN_NAME = 4
const MIN_SHORT = 3
/** In a password as long as a generated one a short name stands by chance, and helps no one to guess the rest. */
const LONG = 25
const MIN_NAME_IN_LONG = 8

/** Whose mail is anyone's: the name of such a domain is not the company's. */
const MAIL_PROVIDERS = new Set(
  `aim aol att bellsouth centurylink charter comcast cox earthlink email fastmail frontier gmail gmx googlemail hey hotmail icloud
  inbox juno live mac mail me msn netzero optonline outlook pm proton protonmail roadrunner rocketmail sbcglobal tuta tutanota usa
  verizon windstream yahoo yandex ymail zoho`.split(/\s+/),
)
/** Where names are given one level below: `company.co.uk`. */
const SECOND_LEVEL = new Set(['ac', 'co', 'com', 'gov', 'net', 'org'])

/** The company that a host belongs to: the name before its ending. */
function companyIn(host: string): string {
  const labels = host.toLowerCase().split('.').slice(0, -1)
  return (SECOND_LEVEL.has(labels.at(-1) ?? '') ? labels.at(-2) : labels.at(-1)) ?? ''
}

/** Names that are tried first: the user's, what their e-mail says, the company's by its domains, the product's. */
function namesOf({ first_name, last_name, email, host }: PasswordOwner): readonly string[] {
  const [local = '', mailHost = ''] = email.trim().split('@')
  const mailCompany = companyIn(mailHost)
  const whole = [first_name, last_name, first_name + last_name, last_name + first_name, local]
  const words = [first_name, last_name].flatMap((name) => name.split(/\P{L}+/u))
  const companies = [host === null ? '' : companyIn(host), MAIL_PROVIDERS.has(mailCompany) ? '' : mailCompany]
  return [PRODUCT, ...whole, ...words, ...companies].map(glued)
}

/** "Ann", "Lee" of "Ann-Lee7" and of "AnnLee7". */
const wordsIn = (password: string) => password.split(/\P{L}+|(?<=\p{Ll})(?=\p{Lu})/u).map(glued)

/**
 * Whether a name stands in the password, without regard to case, accents, signs between the letters, and letters written as
 * what looks like them.
 */
export function namesItsOwner(password: string, owner: PasswordOwner): boolean {
  const names = namesOf(owner)
  const least = password.length >= LONG ? MIN_NAME_IN_LONG : MIN_NAME
  const texts = readingsOf(password).map(glued)
  if (names.some((name) => name.length >= least && texts.some((text) => text.includes(name)))) return true
  if (password.length >= LONG) return false
  const words = wordsIn(password)
  const isShort = (name: string) => name.length >= MIN_SHORT && name.length < MIN_NAME
  return names.some((name) => isShort(name) && words.includes(name))
}
