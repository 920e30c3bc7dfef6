import { describe, expect, it } from 'vitest'
import { judge, Ledger, underMoreThanOneKey } from './ledger.ts'

function ledgerOf(made: readonly (readonly [record: string, value: string, isAccepted: boolean])[]): Ledger {
  const ledger = new Ledger()
  for (const [record, value, isAccepted] of made) {
    const accept = ledger.make(record, value)
    if (isAccepted) accept()
  }
  return ledger
}
const verdict = (ledger: Ledger, values: readonly string[]) => judge(ledger, () => values)

describe('the judge of a crash loop', () => {
  it('is content when every accepted change is at the server once, in order', () => {
    const ledger = ledgerOf([
      ['day', 'a', true],
      ['day', 'b', true],
    ])
    expect(verdict(ledger, ['a', 'b'])).toMatchObject({ accepted: 2, applied: 2, merged: 0, breaches: [] })
  })
  it('finds a lost change, one made twice, and a wrong order', () => {
    const ledger = ledgerOf([
      ['day', 'a', true],
      ['day', 'b', true],
    ])
    expect(verdict(ledger, ['a']).breaches).toEqual(['b of day was accepted and is lost'])
    expect(verdict(ledger, ['a', 'b', 'b']).breaches).toEqual(['b of day was made 2 times'])
    expect(verdict(ledger, ['b', 'a']).breaches).toEqual(['day was changed out of order: b, a'])
  })
  it('lets a later change stand for an earlier one that waited with it', () => {
    const ledger = ledgerOf([
      ['day', 'a', true],
      ['day', 'b', true],
    ])
    expect(verdict(ledger, ['b'])).toMatchObject({ applied: 1, merged: 1, breaches: [] })
  })
  it('lets a change that was never called kept be there or not, but only once', () => {
    const ledger = ledgerOf([['day', 'a', false]])
    expect(verdict(ledger, [])).toMatchObject({ accepted: 0, unspoken: 0, breaches: [] })
    expect(verdict(ledger, ['a'])).toMatchObject({ unspoken: 1, breaches: [] })
    expect(verdict(ledger, ['a', 'a']).breaches).toHaveLength(1)
  })
  it('finds what nobody made', () => {
    expect(verdict(ledgerOf([['day', 'a', true]]), ['a', 'x']).breaches).not.toEqual([])
  })
  it('finds a change that came under two keys', () => {
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
    expect(underMoreThanOneKey(ledger, bodies)).toEqual(['a was sent under 2 keys'])
  })
})
