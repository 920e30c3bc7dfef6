import { describe, expect, test } from 'vitest'
import { FeedFailure } from '#server/providers/feed-source.ts'
import { createCircuit, type Verdict } from '#server/providers/http-feed/circuit.ts'

class Down extends Error {}
class Refusal extends Error {}
const verdicts = new Map<unknown, Verdict>([
  [Down, 'failed'],
  [Refusal, 'answered'],
])
const judge = (error: unknown) => verdicts.get((error as Error).constructor) ?? 'unknown'

function aCircuit() {
  const at = { ms: 1000 }
  const circuit = createCircuit({ mostFailures: 3, restMs: 60_000, now: () => at.ms }, judge)
  const ask = (Failure?: new () => Error) =>
    circuit.run(async () => {
      if (Failure) throw new Failure()
      return 'an answer'
    })
  const fails = async (times: number, Failure: new () => Error = Down) => {
    for (let n = 0; n < times; n++) await expect(ask(Failure)).rejects.toThrow(Failure)
  }
  return { at, circuit, ask, fails }
}

const LEFT_ALONE = 'The vendor failed several times in a row and is left alone for a while.'

describe('a vendor that fails', () => {
  test('several times in a row is not asked for a while, and requests fail immediately with the reason', async () => {
    const { ask, fails, circuit } = aCircuit()
    await fails(3)
    await expect(ask()).rejects.toThrow(new FeedFailure(LEFT_ALONE))
    expect(() => circuit.check()).toThrow(LEFT_ALONE)
  })

  test('fewer times in a row than the limit is still asked', async () => {
    const { ask, fails } = aCircuit()
    for (let round = 0; round < 5; round++) {
      await fails(2)
      expect(await ask()).toBe('an answer')
    }
  })

  test('and refuses a request in between is up, and is still asked', async () => {
    const { fails } = aCircuit()
    for (let round = 0; round < 5; round++) {
      await fails(2)
      await fails(1, Refusal)
    }
  })

  test('is not considered up again because a request was aborted', async () => {
    const { ask, fails } = aCircuit()
    await fails(2)
    await fails(1, Error)
    await fails(1)
    await expect(ask()).rejects.toThrow(LEFT_ALONE)
  })
})

describe('after its rest, a vendor', () => {
  test('gets one trial request while all other requests still fail immediately', async () => {
    const { at, ask, fails, circuit } = aCircuit()
    await fails(3)
    at.ms += 59_999
    await expect(ask()).rejects.toThrow(LEFT_ALONE)
    at.ms += 1
    const first = Promise.withResolvers<string>()
    const trial = circuit.run(() => first.promise)
    await expect(ask()).rejects.toThrow(LEFT_ALONE)
    first.resolve('well again')
    expect(await trial).toBe('well again')
    expect(await ask()).toBe('an answer')
    await fails(2)
    expect(await ask()).toBe('an answer')
  })

  test('that still fails rests for the same time again', async () => {
    const { at, ask, fails } = aCircuit()
    await fails(3)
    at.ms += 60_000
    await fails(1)
    at.ms += 59_999
    await expect(ask()).rejects.toThrow(LEFT_ALONE)
    at.ms += 1
    expect(await ask()).toBe('an answer')
  })

  test('gets the next request as a trial if the first trial was aborted', async () => {
    const { at, ask, fails } = aCircuit()
    await fails(3)
    at.ms += 60_000
    await fails(1, Error)
    expect(await ask()).toBe('an answer')
  })
})

describe('requests under way when the circuit opens', () => {
  test('do not extend the rest when they fail', async () => {
    const { at, ask, fails, circuit } = aCircuit()
    const late = Promise.withResolvers<string>()
    const failing = circuit.run(() => late.promise)
    await fails(3)
    at.ms += 50_000
    late.reject(new Down())
    await expect(failing).rejects.toThrow(Down)
    await expect(ask()).rejects.toThrow(LEFT_ALONE)
    at.ms += 10_000
    expect(await ask()).toBe('an answer')
  })

  test('end the rest when one of them is answered', async () => {
    const { ask, fails, circuit } = aCircuit()
    const late = Promise.withResolvers<string>()
    const answered = circuit.run(() => late.promise)
    await fails(3)
    late.resolve('late')
    expect(await answered).toBe('late')
    expect(await ask()).toBe('an answer')
  })
})
