import type { Role } from '#contract/wire/access.ts'
import { sortName } from '#contract/wire/people.ts'
import type { Random } from '#server/demo/random.ts'
import { CITIES } from '#server/demo/roads/freight-map.ts'
import { demoAccountOf, permissionIds } from './demo-accounts.ts'
import { WORKFORCE } from './workforce-names.ts'

/** A row of `users`; only the demo accounts can sign in. */
export interface SeedUser {
  readonly id: number
  readonly first_name: string
  readonly last_name: string
  readonly sort_name: string
  readonly email: string
  readonly phone: string
  readonly role: Role
  readonly permissions: readonly number[]
  readonly may_sign_in: boolean
}

const SHARE_OF_WOMEN: Readonly<Record<Role, number>> = {
  driver: 0.09,
  dispatcher: 0.45,
  administrator: 0.5,
  fleet_manager: 0.25,
}

/** Fictional phone numbers (555-01xx). A number repeats only when 20 retries found no unused number. */
function phoneBook(random: Random): (areaCode: string) => string {
  const usedNumbers = new Set<string>()
  const codes = CITIES.map((city) => city.areaCode)
  return (areaCode) => {
    for (let attempt = 0; ; attempt++) {
      const code = attempt === 0 ? areaCode : random.pick(codes)
      const phone = `(${code}) 555-01${String(random.whole(0, 99)).padStart(2, '0')}`
      if (usedNumbers.has(phone) && attempt < 20) continue
      usedNumbers.add(phone)
      return phone
    }
  }
}

/** E-mail addresses made from names. A namesake's address gets a number. */
function mailRoom(): (first: string, last: string) => string {
  const countByBox = new Map<string, number>()
  const plain = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '')
  return (first, last) => {
    const box = `${plain(first)}.${plain(last)}`
    const times = (countByBox.get(box) ?? 0) + 1
    countByBox.set(box, times)
    return `${box}${times === 1 ? '' : times}@haulyard.example`
  }
}

function nameDrawer(random: Random): (role: Role) => { first: string; last: string } {
  const usedNames = new Set<string>()
  const draw = (role: Role) => {
    const pool = random.weighted(WORKFORCE)
    const first = random.pick(random.chance(SHARE_OF_WOMEN[role]) ? pool.women : pool.men)
    return { first, last: random.pick(pool.last) }
  }
  return (role) => {
    // Namesakes are normal in a large company. In a small company they would look like a mistake.
    for (let attempt = 0; ; attempt++) {
      const name = draw(role)
      const whole = `${name.first} ${name.last}`
      if (name.first === name.last || (usedNames.has(whole) && attempt < 12)) continue
      usedNames.add(whole)
      return name
    }
  }
}

/** Creates users one after another, with ids from 1 on. The first user of each role is that role's demo account. */
export function hiring(random: Random): (role: Role, areaCode: string) => SeedUser {
  const phone = phoneBook(random.branch('phones'))
  const mail = mailRoom()
  const name = nameDrawer(random.branch('names'))
  const seen = new Set<Role>()
  let id = 0
  return (role, areaCode) => {
    const account = demoAccountOf(role)
    const isDemoAccount = !seen.has(role)
    seen.add(role)
    const { first, last } = isDemoAccount ? { first: account.first_name, last: account.last_name } : name(role)
    id++
    return {
      id,
      first_name: first,
      last_name: last,
      sort_name: sortName({ first_name: first, last_name: last }),
      email: isDemoAccount ? account.email : mail(first, last),
      phone: phone(areaCode),
      role,
      permissions: permissionIds(account),
      may_sign_in: isDemoAccount,
    }
  }
}
