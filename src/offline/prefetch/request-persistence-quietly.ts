import { readStorageLife, requestPersistence } from '#src/offline/query-storage/storage-life.ts'

/** Only Firefox has this property, and only Firefox shows a prompt, which users refuse when nothing explains it. */
const showsPrompt = () => 'mozInnerScreenX' in globalThis

/** Requests persistence unless the browser would show a prompt: data was saved, but not by an act of the user. */
export const requestPersistenceQuietly = (): Promise<void> => (showsPrompt() ? readStorageLife() : requestPersistence())
