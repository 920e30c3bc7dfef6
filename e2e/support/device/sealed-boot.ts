import type { Page } from '@playwright/test'

/**
 * Moves the time of the device's last contact with the server back by `byMs` milliseconds, in the data stored for the
 * first frame. Opens and seals the data with the signed-in user's key, which only that user's page can do.
 */
export async function backdateLastContact(page: Page, byMs: number): Promise<void> {
  await page.evaluate(async (by) => {
    const outcome = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const database = await outcome(indexedDB.open('haulyard-keys'))
    const { keys } = await outcome(database.transaction('keys').objectStore('keys').get('here'))
    database.close()
    const name = Object.keys(localStorage).find((one) => one.startsWith('haulyard:boot:')) ?? ''
    const sealed = Uint8Array.from(atob(localStorage.getItem(name) ?? ''), (letter) => letter.charCodeAt(0))
    const additionalData = new TextEncoder().encode(JSON.stringify(['boot', name]))
    const how = { name: 'AES-GCM', iv: sealed.slice(5, 17), additionalData }
    const text = new TextDecoder().decode(await crypto.subtle.decrypt(how, keys[0].key, sealed.slice(17)))
    const boot = JSON.parse(text)
    const contact = boot.clientState.queries.find((one: { queryKey: string[] }) => one.queryKey[1] === 'last-contact')
    contact.state.data -= by
    const changed = new TextEncoder().encode(JSON.stringify(boot))
    const box = new Uint8Array(await crypto.subtle.encrypt(how, keys[0].key, changed))
    localStorage.setItem(name, btoa(String.fromCharCode(...sealed.slice(0, 17), ...box)))
  }, byMs)
}
