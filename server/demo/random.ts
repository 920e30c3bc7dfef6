/** A repeatable stream of random numbers: the same seed gives the same numbers on every machine. Never for secrets. */
export interface Random {
  /** From 0 (included) to 1 (not included). */
  fraction(): number
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number
  /** True with the given probability (0 to 1). */
  chance(probability: number): boolean
  /** One element of the list; throws when the list is empty. */
  pick<T>(list: readonly T[]): T
  /** One of the values, by weight. Weights are positive numbers of any size. */
  weighted<T>(choices: readonly (readonly [T, number])[]): T
  shuffled<T>(list: readonly T[]): T[]
  /** A separate stream for one purpose. Numbers drawn from it do not change any other stream. */
  branch(name: string | number): Random
}

/** Four 32-bit words from a seed: FNV-1a over the text, with a different start value for each word. */
function wordsOf(seed: string): [number, number, number, number] {
  const word = (start: number) => {
    let hash = start
    for (let index = 0; index < seed.length; index++) hash = Math.imul(hash ^ seed.charCodeAt(index), 16_777_619)
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
    return (hash ^ (hash >>> 13)) >>> 0
  }
  return [word(0x811c9dc5), word(0x9e3779b9), word(0x7f4a7c15), word(0x94d049bb)]
}

/**
 * The sfc32 generator: 128 bits of state, passes PractRand, short, the same result on every 32-bit integer arithmetic.
 */
function sfc32(seed: string): () => number {
  let [a, b, c, counter] = wordsOf(seed)
  const next = () => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + sum) | 0
    return (sum >>> 0) / 4_294_967_296
  }
  // The first numbers still resemble the seed, so they are discarded.
  for (let round = 0; round < 12; round++) next()
  return next
}

export function randomFrom(seed: string): Random {
  const fraction = sfc32(seed)
  const whole = (least: number, most: number) => least + Math.floor(fraction() * (most - least + 1))
  const pick = <T>(list: readonly T[]): T => {
    if (list.length === 0) throw new Error('nothing to pick from')
    return list[whole(0, list.length - 1)] as T
  }
  return {
    fraction,
    whole,
    pick,
    chance: (probability) => fraction() < probability,
    weighted: (choices) => {
      let remainingWeight = fraction() * choices.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [value, weight] of choices) {
        remainingWeight -= weight
        if (remainingWeight < 0) return value
      }
      return pick(choices)[0]
    },
    shuffled: (list) => {
      const pool = [...list]
      return list.map(() => pool.splice(whole(0, pool.length - 1), 1)[0] as (typeof pool)[number])
    },
    branch: (name) => randomFrom(`${seed}/${name}`),
  }
}
