const FIRST_ROOM = 1 << 12

/** What a key's number becomes: one more, unless said otherwise. 0 stands for a key that did not come yet. */
type Becomes = (former: number) => number
const oneMore: Becomes = (former) => former + 1

/**
 * Keeps a number from 1 for each key, at 17 to 34 bytes a key, and answers what it became: how often the key came.
 * Keys are hashes; of each its first eight bytes are kept, so two of a billion rows may be taken for equal.
 */
export function seenKeys(): (hash: Buffer, becomes?: Becomes) => number {
  let room = FIRST_ROOM
  let held = 0
  let high = new Uint32Array(room)
  let low = new Uint32Array(room)
  let numbers = new Uint32Array(room)

  const placeOf = (a: number, b: number): number => {
    let place = a & (room - 1)
    while (numbers[place] !== 0 && (high[place] !== a || low[place] !== b)) place = (place + 1) & (room - 1)
    return place
  }
  const put = (a: number, b: number, number: number) => {
    const place = placeOf(a, b)
    high[place] = a
    low[place] = b
    numbers[place] = number
  }
  const grow = () => {
    const former = { high, low, numbers }
    room *= 2
    high = new Uint32Array(room)
    low = new Uint32Array(room)
    numbers = new Uint32Array(room)
    for (const [place, number] of former.numbers.entries()) {
      if (number > 0) put(former.high[place] ?? 0, former.low[place] ?? 0, number)
    }
  }
  return (hash, becomes = oneMore) => {
    const [a, b] = [hash.readUInt32LE(0), hash.readUInt32LE(4)]
    const former = numbers[placeOf(a, b)] ?? 0
    const number = becomes(former)
    if (number === former) return number
    if (former === 0 && ++held * 10 > room * 7) grow()
    put(a, b, number)
    return number
  }
}
