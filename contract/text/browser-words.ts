/** Browsers by what they say of themselves; those that claim to be others too stand before them. */
const BROWSERS = [
  [/\bEdg\w*\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const

const SYSTEMS = [
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const

const first = (names: readonly (readonly [RegExp, string])[], text: string) =>
  names.find(([sign]) => sign.test(text))?.[1] ?? null

/** What a browser called itself, in words: "Chrome on Windows". */
export function browserWords(userAgent: string): string {
  const words = [first(BROWSERS, userAgent), first(SYSTEMS, userAgent)].filter((word) => word !== null)
  return words.length === 0 ? 'Unknown device' : words.join(' on ')
}
