/** Runs in the page. The text of all drafts on the device, opened with the signed-in user's keys. */
export async function draftsAsText(): Promise<string> {
  const resultOf = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const names = (await indexedDB.databases()).flatMap((one) => one.name ?? [])
  async function allOf(database: string, store: string) {
    if (!names.includes(database)) return []
    const db = await resultOf(indexedDB.open(database))
    const all = await resultOf(db.transaction(store).objectStore(store).getAll())
    db.close()
    return all
  }
  const name = names.find((one) => one.startsWith('haulyard-drafts-'))
  if (name === undefined) return ''
  const user = name.replace('haulyard-drafts-', '')
  // The store of the keys also contains half of the refresh token.
  const keys = (await allOf('haulyard-keys', 'keys')).flatMap(({ keys: of = [] }) =>
    of.map(({ key }: { key: CryptoKey }) => key),
  )
  /** Opens a draft sealed by `src/offline/drafts/sealed-draft.ts`. Byte 0 is the format, bytes 5 to 16 the nonce. */
  async function openDraft({
    sealed,
    ...place
  }: Record<string, unknown> & { readonly sealed: Uint8Array<ArrayBuffer> }) {
    if (sealed[0] === 0) return new TextDecoder().decode(sealed.subarray(1))
    const { id, kind, version, access = null, startedAt, savedAt } = place
    const about = JSON.stringify(['draft', user, id, kind, version, JSON.stringify(access), startedAt, savedAt])
    const how = { name: 'AES-GCM', iv: sealed.subarray(5, 17), additionalData: new TextEncoder().encode(about) }
    const tries = keys.map((key) => crypto.subtle.decrypt(how, key, sealed.subarray(17)))
    return new TextDecoder().decode(await Promise.any(tries))
  }
  const drafts = await allOf(name, 'drafts')
  return (await Promise.all(drafts.map(async (draft) => JSON.stringify(draft) + (await openDraft(draft))))).join('\n')
}
