/** The same function with a memory of its last answers, at most so many: what was made first is forgotten first. */
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
