import { shortDay } from './calendar.ts'

/** "fleet_units" → "Fleet units": the label of a wire field that has no title. */
export function asTitle(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Any wire value as text, as well as possible without its type; "–" for an empty one. */
export function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(valueWords).join(', ')
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** A day in wire format as text; "–" for an empty value. */
export function dayValueWords(value: unknown): string {
  return typeof value === 'string' && value !== '' ? shortDay(value) : '–'
}
