const FIRST_ROOM = 1 << 12

/**
 * Counts how often each key came, at 17 to 34 bytes a key: equal rows of a report are told apart by their number.
 * Keys are hashes; of each its first eight bytes are kept, so two of a billion rows may be taken for equal.
 */
export function seenKeys(): (hash: Buffer) => number {
  let room = FIRST_ROOM
  let held = 0
  let high = new Uint32Array(room)
  let low = new Uint32Array(room)
  let times = new Uint32Array(room)

  const placeOf = (a: number, b: number): number => {
    let place = a & (room - 1)
    while (times[place] !== 0 && (high[place] !== a || low[place] !== b)) place = (place + 1) & (room - 1)
    return place
  }
  const put = (a: number, b: number, count: number) => {
    const place = placeOf(a, b)
    high[place] = a
    low[place] = b
    times[place] = count
  }
  const grow = () => {
    const former = { high, low, times }
    room *= 2
    high = new Uint32Array(room)
    low = new Uint32Array(room)
    times = new Uint32Array(room)
    for (const [place, count] of former.times.entries()) {
      if (count > 0) put(former.high[place] ?? 0, former.low[place] ?? 0, count)
    }
  }
  return (hash) => {
    const [a, b] = [hash.readUInt32LE(0), hash.readUInt32LE(4)]
    const count = (times[placeOf(a, b)] ?? 0) + 1
    if (count === 1 && ++held * 10 > room * 7) grow()
    put(a, b, count)
    return count
  }
}
