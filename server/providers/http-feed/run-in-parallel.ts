/** Runs pieces of work in parallel. The first failure aborts the others through the signal passed to `start`. */
export async function runInParallel<const Pieces extends readonly unknown[]>(
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
