const tenths = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const upToTenths = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })
const threeDecimals = new Intl.NumberFormat('en-US', { minimumFractionDigits: 3, maximumFractionDigits: 3 })
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** A number with one decimal: "1,042.2", "12.0". */
export const inTenths = (amount: number): string => tenths.format(amount)

/** Miles on a card, in thousands: 12345.678 → "12.3K miles". */
export function kMiles(miles: number): string {
  return `${tenths.format(miles / 1000)}K miles`
}

/** Miles to the thousandth, the precision of odometers: "12,345.678". */
export function exactMiles(miles: number): string {
  return threeDecimals.format(miles)
}

/** Dollars to the cent: "$1,234.50". */
export function formatMoney(amount: number): string {
  return dollars.format(amount)
}

/** A count with separators: "5,000". */
export function formatCount(count: number): string {
  return whole.format(count)
}

/** "1 change", "5,000 changes". */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

/** The size of a file: "812 B", "3.4 kB", "200 MB". */
export function sizeWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1_000_000 ? `${upToTenths.format(bytes / 1000)} kB` : `${upToTenths.format(bytes / 1_000_000)} MB`
}
