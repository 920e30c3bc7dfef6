import { readItem, writeItem } from '#src/session/web-storage.ts'

const keyOf = (userId: number) => `haulyard:told:${userId}`

/**
 * The ids of a user's refused changes that were already shown on this device. The list survives a reload and is shared
 * by all tabs. Where the browser blocks storage, this page still knows what it has shown.
 */
export function shownRefusals(userId: number) {
  const key = keyOf(userId)
  let last: { readonly text: string; readonly ids: readonly string[] } = { text: '', ids: [] }
  return {
    read(): readonly string[] {
      const text = readItem('local', key)
      // Parses the text only if another tab has changed it.
      if (text !== null && text !== last.text) last = { text, ids: text.split(' ').filter(Boolean) }
      return last.ids
    },
    write(ids: readonly string[]): void {
      last = { text: ids.join(' '), ids }
      writeItem('local', key, last.text)
    },
  }
}
