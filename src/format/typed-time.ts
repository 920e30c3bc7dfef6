const FORM = /^(?<hour>\d{1,2})(?::?(?<minute>\d{2}))?(?<half>[ap])?m?$/

/** The time in a typed text, as `HH:mm`. Accepts 14:05, 1405, 2:05 pm, 2p. Null when the text is not a time. */
export function timeFromText(text: string): string | null {
  const { hour = '', minute, half } = FORM.exec(text.toLowerCase().replace(/[\s.]+/g, ''))?.groups ?? {}
  const typedHour = Number(hour)
  // An hour without minutes requires am or pm.
  if (hour === '' || (minute === undefined && half === undefined)) return null
  if (half !== undefined && (typedHour < 1 || typedHour > 12)) return null
  const hours = half === undefined ? typedHour : (typedHour % 12) + (half === 'p' ? 12 : 0)
  const minutes = Number(minute ?? 0)
  return hours > 23 || minutes > 59 ? null : `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}
