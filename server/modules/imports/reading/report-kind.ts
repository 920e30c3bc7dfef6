import type { ImportKind } from '#contract/expenses/imports.ts'
import { plainHeader } from './column-names.ts'

/** Words in headers that are typical of one kind of report, with a weight. */
const KIND_WORDS: { readonly [K in ImportKind]: readonly (readonly [word: RegExp, weight: number])[] } = {
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

const kindScore = (kind: ImportKind, headers: readonly string[]) =>
  KIND_WORDS[kind].reduce((sum, [word, weight]) => sum + (headers.some((header) => word.test(header)) ? weight : 0), 0)

const OTHER = { tolls: 'fuel', fuel: 'tolls' } as const

/** Whether the headers clearly belong to a report of the other kind. */
export function looksLikeOtherKind(kind: ImportKind, headers: readonly string[]): boolean {
  const plainHeaders = headers.map(plainHeader)
  const other = kindScore(OTHER[kind], plainHeaders)
  return other >= 2 && other > kindScore(kind, plainHeaders) * 2
}
