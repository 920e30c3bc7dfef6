const FORM = /^(?<hour>\d{1,2})(?::?(?<minute>\d{2}))?(?<half>[ap])?m?$/

/** The time that a text means, `HH:mm`: 14:05, 1405, 2:05 pm, 2p. Null where it means none. */
export function timeFromText(text: string): string | null {
  const { hour = '', minute, half } = FORM.exec(text.toLowerCase().replace(/[\s.]+/g, ''))?.groups ?? {}
  const given = Number(hour)
  // An hour alone is one where it is said of which half of the day.
  if (hour === '' || (minute === undefined && half === undefined)) return null
  if (half !== undefined && (given < 1 || given > 12)) return null
  const hours = half === undefined ? given : (given % 12) + (half === 'p' ? 12 : 0)
  const minutes = Number(minute ?? 0)
  return hours > 23 || minutes > 59 ? null : `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}
