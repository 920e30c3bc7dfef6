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
  test('several times in a row is left alone, and whoever asks is told so at once', async () => {
    const { ask, fails, circuit } = aCircuit()
    await fails(3)
    await expect(ask()).rejects.toThrow(new FeedFailure(LEFT_ALONE))
    expect(() => circuit.check()).toThrow(LEFT_ALONE)
  })

  test('now and then is asked on', async () => {
    const { ask, fails } = aCircuit()
    for (let round = 0; round < 5; round++) {
      await fails(2)
      expect(await ask()).toBe('an answer')
    }
  })

  test('and refuses a question in between is there: it is asked on', async () => {
    const { fails } = aCircuit()
    for (let round = 0; round < 5; round++) {
      await fails(2)
      await fails(1, Refusal)
    }
  })

  test('is no better for a question that somebody broke off', async () => {
    const { ask, fails } = aCircuit()
    await fails(2)
    await fails(1, Error)
    await fails(1)
    await expect(ask()).rejects.toThrow(LEFT_ALONE)
  })
})

describe('after its rest a vendor', () => {
  test('is asked one question, while all others are still told that it is left alone', async () => {
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

  test('that still fails rests once more as long', async () => {
    const { at, ask, fails } = aCircuit()
    await fails(3)
    at.ms += 60_000
    await fails(1)
    at.ms += 59_999
    await expect(ask()).rejects.toThrow(LEFT_ALONE)
    at.ms += 1
    expect(await ask()).toBe('an answer')
  })

  test('is tried by the next question where the first was broken off', async () => {
    const { at, ask, fails } = aCircuit()
    await fails(3)
    at.ms += 60_000
    await fails(1, Error)
    expect(await ask()).toBe('an answer')
  })
})

describe('questions that were on their way when it was left alone', () => {
  test('do not make the rest longer', async () => {
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

  test('end it when one is answered', async () => {
    const { ask, fails, circuit } = aCircuit()
    const late = Promise.withResolvers<string>()
    const answered = circuit.run(() => late.promise)
    await fails(3)
    late.resolve('late')
    expect(await answered).toBe('late')
    expect(await ask()).toBe('an answer')
  })
})
