/*
 * Runs in a page of the app's origin. Seals and opens the outbox's stored data as the app does: with the signed-in
 * user's key, or unsealed on a device that has no keys.
 */
;(() => {
  const FORMAT_CLEAR = 0
  const HEAD_BYTES = 17
  const utf8 = (/** @type {string} */ text) => new TextEncoder().encode(text)

  /**
   * @template T
   * @param {IDBRequest<T>} request
   * @returns {Promise<T>}
   */
  const resultOf = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error ?? new Error('the database request failed'))
    })

  /** @returns {Promise<readonly { readonly id: string, readonly key: CryptoKey }[]>} */
  const keysHere = async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name)
    if (!names.includes('haulyard-keys')) return []
    const db = await resultOf(indexedDB.open('haulyard-keys'))
    const here = await resultOf(db.transaction('keys').objectStore('keys').get('here'))
    db.close()
    return here?.keys ?? []
  }
  const idOf = (/** @type {Uint8Array} */ sealed) =>
    Array.from(sealed.subarray(1, 5), (byte) => byte.toString(16).padStart(2, '0')).join('')

  /** @type {Window['seals']['open']} */
  const open = async (sealed, about) => {
    if (sealed[0] === FORMAT_CLEAR) return sealed.slice(1)
    const found = (await keysHere()).find(({ id }) => id === idOf(sealed))
    if (!found) throw new Error('this device does not have the key of this data')
    const how = { name: 'AES-GCM', iv: sealed.slice(5, HEAD_BYTES), additionalData: utf8(JSON.stringify(about)) }
    return new Uint8Array(await crypto.subtle.decrypt(how, found.key, sealed.slice(HEAD_BYTES)))
  }
  /** @type {Window['seals']['seal']} */
  const seal = async (plain, about) => {
    const [own] = await keysHere()
    if (!own) return Uint8Array.from([FORMAT_CLEAR, ...plain])
    const iv = crypto.getRandomValues(new Uint8Array(12))
    const how = { name: 'AES-GCM', iv, additionalData: utf8(JSON.stringify(about)) }
    const box = new Uint8Array(await crypto.subtle.encrypt(how, own.key, plain))
    const id = (own.id.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
    return Uint8Array.from([1, ...id, ...iv, ...box])
  }

  /** @param {import('./stored-outbox.ts').StoredRow} row */
  const aboutEntry = (user, { device, seq, id, revision }) => ['outbox', user, device, seq, id, revision]
  Object.assign(window, {
    seals: {
      resultOf,
      open,
      seal,
      openEntry: async (/** @type {string} */ user, row) =>
        JSON.parse(new TextDecoder().decode(await open(row.sealed, aboutEntry(user, row)))),
      sealEntry: async (/** @type {string} */ user, entry) => {
        const row = { revision: 0, ...entry }
        const { seq, id, revision, device } = row
        return { seq, id, revision, device, sealed: await seal(utf8(JSON.stringify(entry)), aboutEntry(user, row)) }
      },
    },
  })
})()
