import { type UnitRef, unitOfUrl } from './unit-url.ts'

/** What a printed code says about a unit. */
export interface ScannedCode {
  /** The unit whose page the code is the URL of; null for other codes. */
  readonly unit: UnitRef | null
  /** The number, plate or end of the VIN that the code may be: the last part of a URL, the last six of a whole VIN. */
  readonly text: string
}

const VIN = /^[A-HJ-NPR-Z0-9]{17}$/i

/** Reads a code of ours, or one that another system has printed. */
export function scannedCode(code: string): ScannedCode {
  const whole = code.trim()
  const last = whole.replace(/\/+$/, '').split(/[/=]/).at(-1) ?? whole
  return { unit: unitOfUrl(whole), text: VIN.test(last) ? last.slice(-6) : last }
}
