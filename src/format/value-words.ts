import { shortDay } from './calendar.ts'

/** "fleet_units" → "Fleet units": what a field of the wire is called where nobody has given it a title. */
export function asTitle(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Any value of the wire, told as well as can be without knowing what it is; "–" for none. */
export function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(valueWords).join(', ')
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** A day, as the wire has it; "–" for none. */
export function dayWords(value: unknown): string {
  return typeof value === 'string' && value !== '' ? shortDay(value) : '–'
}
