import { glued } from '#contract/folded.ts'

/** Whose password it is to be. */
export interface PasswordOwner {
  readonly first_name: string
  readonly last_name: string
  readonly email: string
}

const PRODUCT = 'haulyard'
/** A shorter one stands in words by chance. */
const LEAST_NAME = 4
/** In a password as long as a generated one a short name stands by chance, and helps no one to guess the rest. */
const LONG = 25
const LEAST_NAME_IN_LONG = 8

/** What stands before the ending of an e-mail's host: the company's name, or its mail provider's. */
const companyIn = (host: string) => host.split('.').at(-2) ?? ''

/** Names that are tried first: the user's, what their e-mail says, the company's by its domain, the product's. */
function namesOf({ first_name, last_name, email }: PasswordOwner): string[] {
  const [local = '', host = ''] = email.trim().split('@')
  const whole = [first_name, last_name, local, companyIn(host)]
  const words = [first_name, last_name].flatMap((name) => name.split(/[\s-]+/))
  return [PRODUCT, ...whole, ...words].map(glued)
}

/** Whether a name stands in the password, without regard to case, accents and signs between the letters. */
export function namesItsOwner(password: string, owner: PasswordOwner): boolean {
  const least = password.length >= LONG ? LEAST_NAME_IN_LONG : LEAST_NAME
  const text = glued(password)
  return namesOf(owner).some((name) => name.length >= least && text.includes(name))
}
