/** A time of day, `HH:mm:ss`, and its zone. */
export interface WrittenTime {
  readonly time: string
  /** `Z` or an offset such as `+hh:mm`; null without a zone or with a named zone. */
  readonly zone: string | null
  /** Hours to add for Chicago time, for a named zone; null without a named zone. */
  readonly toChicago: number | null
}

const TIME =
  /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.:]\d+)?)?\s*(?:([AP])\.?(?:M\.?)?\s*)?\(?(Z|UTC|GMT|[+-]\d{2}:?\d{2}|[A-Z]{2,3}|[A-Z]{7,8}(?: TIME)?)?\)?$/i
/** For example `2 PM`. */
const HOUR = /^(\d{1,2})\s*([AP]\.?M\.?)$/i
/** For example `1430` or `1430 hrs`. */
const DIGITS = /^(\d{3,6})(?:\s?(?:hrs?|hours)\.?)?$/i
const PART_OF_A_DAY = /^(?:0?\.\d+|0|\d(?:\.\d+)?E-\d{1,2})$/i
const SECONDS = 86_400

/** Hours to Chicago by zone name. Vendors use these names for local time, in summer and winter alike. */
const TO_CHICAGO: ReadonlyMap<string, number> = new Map([
  ...['CT', 'CST', 'CDT', 'CENTRAL'].map((name) => [name, 0] as const),
  ...['ET', 'EST', 'EDT', 'EASTERN'].map((name) => [name, -1] as const),
  ...['MT', 'MST', 'MDT', 'MOUNTAIN'].map((name) => [name, 1] as const),
  ...['PT', 'PST', 'PDT', 'PACIFIC'].map((name) => [name, 2] as const),
])

const two = (text: string | number) => String(text).padStart(2, '0')

const BEGINS_AS_TIME = /^(\d{1,2}):(\d{2})(?::(\d{2}))?/

/**
 * The fault, as text, of a cell in which no time was found: an impossible time (`25:30`) or unreadable digits (`2:30
 * XM`). Null for text that is not meant as a time, such as `unknown`.
 */
export function timeFault(text: string): string | null {
  const [, hour = '', minute = '', second = ''] = BEGINS_AS_TIME.exec(text) ?? []
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return 'There is no such time.'
  return /\d/.test(text) ? 'This time can’t be read. Write it like 14:30 or 2:30 PM.' : null
}

/**
 * Reads a time: `14:30`, `2:30 PM CST`, `1430`, or a spreadsheet’s fraction of a day. Null if the text is not a time.
 */
export function findTime(text: string): WrittenTime | null {
  const [, hour = '', minute = '', second = '00', half, zone = ''] = TIME.exec(text) ?? []
  if (hour === '') return bareTime(text)
  const hours = hoursOf(Number(hour), half?.toUpperCase())
  if (!(hours <= 23) || Number(minute) > 59 || Number(second) > 59) return null
  const name = zone.toUpperCase().replace(/ TIME$/, '')
  const toChicago = TO_CHICAGO.get(name)
  const isInstant = /^[Z+-]|^UTC$|^GMT$/.test(name)
  if (name !== '' && toChicago === undefined && !isInstant) return null
  const offset = /^[+-]/.test(name) ? name : 'Z'
  return { time: `${two(hours)}:${minute}:${second}`, zone: isInstant ? offset : null, toChicago: toChicago ?? null }
}

/** The hour from 0 to 23. Vendors also write 14:30 PM, which is accepted. 14:30 AM has no meaning: NaN. */
function hoursOf(hour: number, half: string | undefined): number {
  if (half === undefined || (half === 'P' && hour > 12)) return hour
  if (hour > 12) return Number.NaN
  return (hour % 12) + (half === 'P' ? 12 : 0)
}

function bareTime(text: string): WrittenTime | null {
  const [, hour, half] = HOUR.exec(text) ?? []
  if (hour !== undefined) return findTime(`${hour}:00 ${half}`)
  if (PART_OF_A_DAY.test(text)) return atSecond(Math.min(SECONDS - 1, Math.round(Number(text) * SECONDS)))
  const [, digits] = DIGITS.exec(text) ?? []
  if (digits === undefined) return null
  const whole = digits.padStart(digits.length > 4 ? 6 : 4, '0')
  return findTime([whole.slice(0, 2), whole.slice(2, 4), whole.slice(4, 6) || '00'].join(':'))
}

function atSecond(second: number): WrittenTime {
  const time = [Math.floor(second / 3600), Math.floor(second / 60) % 60, second % 60].map(two).join(':')
  return { time, zone: null, toChicago: null }
}
