/** All drafts on the device; runs in the page. */
export async function draftsAsText(): Promise<string> {
  const [name = ''] = (await indexedDB.databases()).flatMap((one) => (one.name?.includes('drafts') ? [one.name] : []))
  if (name === '') return ''
  const open = indexedDB.open(name)
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    open.onsuccess = () => resolve(open.result)
    open.onerror = () => reject(open.error)
  })
  const all = db.transaction('drafts').objectStore('drafts').getAll()
  const drafts = await new Promise<unknown[]>((resolve, reject) => {
    all.onsuccess = () => resolve(all.result)
    all.onerror = () => reject(all.error)
  })
  db.close()
  return JSON.stringify(drafts)
}
