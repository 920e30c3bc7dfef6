import type { Random } from '#server/demo/random.ts'

/**
 * The maker's code (places 1 to 3) and the model's code (places 4 to 8), by the make that a unit's model begins with.
 */
const MAKERS: Readonly<Record<string, readonly [maker: string, model: string]>> = {
  Freightliner: ['1FU', 'JHHDR'],
  Kenworth: ['1XK', 'YDP9X'],
  Peterbilt: ['1XP', 'BDP9X'],
  Volvo: ['4V4', 'NC9EH'],
  International: ['3HS', 'DZAPR'],
  Mack: ['1M1', 'AN3GY'],
  'Great Dane': ['1GR', 'AA062'],
  Wabash: ['1JJ', 'V532D'],
  Hyundai: ['3H3', 'V532C'],
  Stoughton: ['1DW', '1A532'],
  Utility: ['1UY', 'VS253'],
  Fontaine: ['13N', '14830'],
  Reitnouer: ['1RN', 'F48A2'],
}
/** The codes for any other make. */
const SOME_MAKER = ['1Z9', 'AA000'] as const

/** The characters for model years from 1980 on. They repeat every thirty years. */
const YEARS = 'ABCDEFGHJKLMNPRSTVWXY123456789'
const PLANTS = 'ABCDEFGHJKLMNPRSTUVWXYZ'
const DIGIT_PLACE = 8

/** The value of each letter in the check digit. A digit has its own value. */
const LETTERS: Readonly<Record<string, number>> = Object.fromEntries(
  ['AJ', 'BKS', 'CLT', 'DMU', 'ENV', 'FW', 'GPX', 'HY', 'RZ'].flatMap((letters, index) =>
    [...letters].map((letter) => [letter, letters === 'RZ' ? 9 : index + 1]),
  ),
)
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]

/** The ninth character of a VIN of 17 characters, by 49 CFR 565.15: `0` to `9` or `X`. */
export function checkDigit(vin: string): string {
  const sum = [...vin].reduce(
    (all, character, place) => all + (LETTERS[character] ?? Number(character)) * (WEIGHTS[place] ?? 0),
    0,
  )
  return sum % 11 === 10 ? 'X' : String(sum % 11)
}

/**
 * A VIN as the maker would stamp it, with the correct check digit. `serial` is unique to the unit, at most six digits.
 */
export function vinOf(
  random: Random,
  unit: { readonly transport_model: string; readonly year: number },
  serial: number,
) {
  const make = Object.keys(MAKERS).find((name) => unit.transport_model.startsWith(name))
  const [maker, model] = (make === undefined ? undefined : MAKERS[make]) ?? SOME_MAKER
  const year = YEARS[(unit.year - 1980) % YEARS.length] ?? 'A'
  const blank = `${maker}${model}0${year}${random.pick([...PLANTS])}${String(serial).padStart(6, '0')}`
  return blank.slice(0, DIGIT_PLACE) + checkDigit(blank) + blank.slice(DIGIT_PLACE + 1)
}
