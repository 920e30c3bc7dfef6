import type { FileCount } from './shell-files.ts'

/**
 * How many files are fetched at the same time. Workbox fetches one after the other: on a slow network the round trips
 * of two hundred small files took half a minute. Without HTTP/2 a browser opens six connections to a host. One has the
 * live events, and one stays free for the page.
 */
const AT_A_TIME = 4

/**
 * Stores all files of a version, a few at a time. Rejects with the first failure and then begins no further file.
 * `onStored` is called after each file with the number of stored files and of all.
 */
export async function storeFiles(
  urls: Iterable<string>,
  store: (url: string) => Promise<unknown>,
  onStored: (count: FileCount) => void = () => undefined,
): Promise<void> {
  const left = [...urls].reverse()
  const of = left.length
  let stored = 0
  let isOver = false
  const storeNext = async (): Promise<void> => {
    for (let url = left.pop(); url !== undefined; url = left.pop()) {
      await store(url)
      // Files still arrive after a failure. They count in the next attempt.
      if (isOver) return
      stored += 1
      onStored({ stored, of })
    }
  }
  try {
    await Promise.all(Array.from({ length: AT_A_TIME }, storeNext))
  } finally {
    isOver = true
    left.length = 0
  }
}
