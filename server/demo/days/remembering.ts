/** Caches the results of `make`, at most `most` of them. The oldest result is dropped first. */
export function remembering<Input extends readonly (string | number)[], Result extends object>(
  most: number,
  make: (...input: Input) => Result,
): (...input: Input) => Result {
  const cache = new Map<string, Result>()
  return (...input) => {
    const key = input.join('/')
    const cachedResult = cache.get(key)
    if (cachedResult !== undefined) return cachedResult
    const result = make(...input)
    if (cache.size >= most) {
      const [oldest = ''] = cache.keys()
      cache.delete(oldest)
    }
    cache.set(key, result)
    return result
  }
}
