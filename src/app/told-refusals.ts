import { readItem, writeItem } from '#src/session/web-storage.ts'

const keyOf = (userId: number) => `haulyard:told:${userId}`

/**
 * Which of a person's refused changes were told on this device, by the ids of the changes. They outlive a reload, and are
 * one list for all tabs. Where the browser keeps nothing, this page still knows what it told.
 */
export function toldRefusals(userId: number) {
  const key = keyOf(userId)
  let last: { readonly text: string; readonly ids: readonly string[] } = { text: '', ids: [] }
  return {
    read(): readonly string[] {
      const text = readItem('local', key)
      // Another tab may have written; mostly none has.
      if (text !== null && text !== last.text) last = { text, ids: text.split(' ').filter(Boolean) }
      return last.ids
    },
    write(ids: readonly string[]): void {
      last = { text: ids.join(' '), ids }
      writeItem('local', key, last.text)
    },
  }
}
