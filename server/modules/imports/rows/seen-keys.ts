const FIRST_ROOM = 1 << 12

/** Computes a key’s next number from its former one; 0 for a new key. */
type NextNumber = (former: number) => number
const oneMore: NextNumber = (former) => former + 1

/**
 * Stores a number for each key, in 17 to 34 bytes per key, and returns the new number: by default, how often the key
 * has been passed. Keys are hashes, of which the first eight bytes are stored: among a billion rows, two might collide.
 */
export function seenKeys(): (hash: Buffer, becomes?: NextNumber) => number {
  let room = FIRST_ROOM
  let count = 0
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
    if (former === 0 && ++count * 10 > room * 7) grow()
    put(a, b, number)
    return number
  }
}
