/** A place of the network, by index, with the miles to it. */
export interface Access {
  readonly index: number
  readonly miles: number
}

/** A binary heap. `take` always returns the nearest entry. */
export class NearestFirst {
  readonly #heap: Access[] = []

  add(one: Access): void {
    const heap = this.#heap
    let at = heap.length
    while (at > 0) {
      const above = (at - 1) >> 1
      const parent = heap[above]
      if (!parent || parent.miles <= one.miles) break
      heap[at] = parent
      at = above
    }
    heap[at] = one
  }

  take(): Access | undefined {
    const heap = this.#heap
    const first = heap[0]
    const last = heap.pop()
    if (last && heap.length > 0) this.#sinkFromTop(last)
    return first
  }

  #sinkFromTop(one: Access): void {
    const heap = this.#heap
    let at = 0
    for (;;) {
      const [left, right] = [heap[2 * at + 1], heap[2 * at + 2]]
      const isRight = right !== undefined && left !== undefined && right.miles < left.miles
      const nearer = isRight ? right : left
      if (!nearer || nearer.miles >= one.miles) break
      heap[at] = nearer
      at = 2 * at + (isRight ? 2 : 1)
    }
    heap[at] = one
  }
}
