/** Waits for pieces of work that stand or fall together: the first that fails breaks off the others by the signal they were given. */
export async function sideBySide<const Pieces extends readonly unknown[]>(
  signal: AbortSignal,
  start: (signal: AbortSignal) => Pieces,
): Promise<{ -readonly [N in keyof Pieces]: Awaited<Pieces[N]> }> {
  const end = new AbortController()
  try {
    return await Promise.all(start(AbortSignal.any([signal, end.signal])))
  } finally {
    end.abort()
  }
}
