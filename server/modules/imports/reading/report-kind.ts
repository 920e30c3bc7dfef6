import type { ImportKind } from '#contract/expenses/imports.ts'
import { plain } from './column-names.ts'

/** Words in headers that speak of one kind of report alone, and how plainly. */
const SPEAKING: { readonly [K in ImportKind]: readonly (readonly [word: RegExp, plainly: number])[] } = {
  tolls: [
    [/toll/, 2],
    [/transponder|tagid|tagnumber|tagplate|^tag$/, 2],
    [/plaza|entry|exit/, 2],
    [/agency|axle|lane/, 1],
    [/plate/, 1],
  ],
  fuel: [
    [/gallon|^gal$|volume|fuel|liters/, 2],
    [/^(quantity|qty|units)$/, 1],
    [/product|grade/, 1],
    [/priceper|unitprice|unitcost|ppg|ppu/, 1],
    [/odometer|merchant|truckstop|card/, 1],
    [/driver/, 1],
  ],
}

const speaks = (kind: ImportKind, headers: readonly string[]) =>
  SPEAKING[kind].reduce((sum, [word, plainly]) => sum + (headers.some((header) => word.test(header)) ? plainly : 0), 0)

const OTHER = { tolls: 'fuel', fuel: 'tolls' } as const

/** Whether the headers speak plainly of a report of the other kind. */
export function looksLikeOtherKind(kind: ImportKind, headers: readonly string[]): boolean {
  const plainHeaders = headers.map(plain)
  const other = speaks(OTHER[kind], plainHeaders)
  return other >= 2 && other > speaks(kind, plainHeaders) * 2
}
