/** Caches the results of `make`, at most `most` of them. The oldest result is dropped first. */
export function remembering<Asked extends readonly (string | number)[], Answer extends object>(
  most: number,
  make: (...asked: Asked) => Answer,
): (...asked: Asked) => Answer {
  const known = new Map<string, Answer>()
  return (...asked) => {
    const key = asked.join('/')
    const found = known.get(key)
    if (found !== undefined) return found
    const made = make(...asked)
    if (known.size >= most) {
      const [oldest = ''] = known.keys()
      known.delete(oldest)
    }
    known.set(key, made)
    return made
  }
}
