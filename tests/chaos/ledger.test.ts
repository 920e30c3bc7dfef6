import { describe, expect, it } from 'vitest'
import { judge, Ledger, mergedAway, sentUnderSeveralKeys } from './ledger.ts'

function ledgerOf(made: readonly (readonly [record: string, value: string, isAccepted: boolean])[]): Ledger {
  const ledger = new Ledger()
  for (const [record, value, isAccepted] of made) {
    const accept = ledger.begin(record, value)
    if (isAccepted) accept()
  }
  return ledger
}
const verdict = (ledger: Ledger, values: readonly string[]) => judge(ledger, () => values)

describe('the judge of a crash loop', () => {
  it('accepts a run if every accepted change is on the server once, in order', () => {
    const ledger = ledgerOf([
      ['day', 'a', true],
      ['day', 'b', true],
    ])
    expect(verdict(ledger, ['a', 'b'])).toMatchObject({ accepted: 2, applied: 2, merged: 0, breaches: [] })
  })
  it('finds a lost change, a change applied twice, and a wrong order', () => {
    const ledger = ledgerOf([
      ['day', 'a', true],
      ['day', 'b', true],
    ])
    expect(verdict(ledger, ['a']).breaches).toEqual(['b of day was accepted and is lost'])
    expect(verdict(ledger, ['a', 'b', 'b']).breaches).toEqual(['b of day was made 2 times'])
    expect(verdict(ledger, ['b', 'a']).breaches).toEqual(['day was changed out of order: b, a'])
  })
  it('accepts a later change in place of an earlier one that it was merged with', () => {
    const ledger = ledgerOf([
      ['day', 'a', true],
      ['day', 'b', true],
    ])
    expect(verdict(ledger, ['b'])).toMatchObject({ applied: 1, merged: 1, breaches: [] })
  })
  it('finds a change that a later one stands for, where changes are never merged', () => {
    const ledger = ledgerOf([
      ['day', 'a', true],
      ['day', 'b', true],
    ])
    expect(mergedAway(verdict(ledger, ['a', 'b']))).toEqual([])
    expect(mergedAway(verdict(ledger, ['b']))).toEqual(['1 accepted changes are not at the server'])
  })
  it('accepts a change that was never shown as saved to be applied once or not at all', () => {
    const ledger = ledgerOf([['day', 'a', false]])
    expect(verdict(ledger, [])).toMatchObject({ accepted: 0, appliedUnaccepted: 0, breaches: [] })
    expect(verdict(ledger, ['a'])).toMatchObject({ appliedUnaccepted: 1, breaches: [] })
    expect(verdict(ledger, ['a', 'a']).breaches).toHaveLength(1)
  })
  it('finds a value that no change of the run wrote', () => {
    expect(verdict(ledgerOf([['day', 'a', true]]), ['a', 'x']).breaches).not.toEqual([])
  })
  it('finds a change that was sent under two keys', () => {
    const ledger = ledgerOf([
      ['day', 'a', true],
      ['day', 'b', true],
    ])
    const body = (description: string) => JSON.stringify({ description })
    const bodies = new Map([
      ['k1', body('a')],
      ['k2', body('a')],
      ['k3', body('b')],
      ['k4', body('somebody else’s')],
    ])
    expect(sentUnderSeveralKeys(ledger, bodies)).toEqual(['a was sent under 2 keys'])
  })
})
