/*
 * Runs in a page before the app does, and can stop it exactly between two steps: `halts.arm(…)` names the next operation
 * that shall hang, fail or be undone, `halts.reached()` counts those that came that far. Without a word it changes nothing.
 * A transaction is held open by asking it something again and again; the page itself goes on running.
 */
;(() => {
  /** @type {import('./halts.ts').Halt[]} */
  let armed = []
  let reached = 0
  const forEver = () => new Promise(() => undefined)

  /** Takes the halt that is meant for an operation, if there is one. */
  const take = (/** @type {(halt: import('./halts.ts').Halt) => boolean} */ isMeant) => {
    const halt = armed.find(isMeant)
    if (!halt) return null
    if (halt.skip) {
      halt.skip -= 1
      return null
    }
    if (!halt.always) armed = armed.filter((one) => one !== halt)
    // Whoever waits for the end of an operation must not hear of its beginning.
    if (!isAfter(halt)) reached += 1
    return halt
  }
  const isAfter = (/** @type {import('./halts.ts').Halt} */ halt) => /[.](done|answered)$/.test(halt.at)
  const haltAfter = () => {
    reached += 1
    return forEver()
  }
  const full = () => new DOMException('The disk is full.', 'QuotaExceededError')

  /** Keeps a transaction busy, so that it never commits. */
  const holdOpen = (/** @type {IDBObjectStore} */ store) => {
    const ask = () => {
      store.count().onsuccess = ask
    }
    ask()
  }
  const outbox = (/** @type {IDBObjectStore} */ store) => store.transaction.db.name.startsWith('haulyard-outbox-')
  const outside = new TextDecoder()
  /** What was sealed last, by its ciphertext. @type {Map<string, string>} */
  const sealed = new Map()
  const keyOf = (/** @type {Uint8Array} */ box) => box.subarray(0, 16).join()
  const { encrypt } = globalThis.SubtleCrypto?.prototype ?? {}
  if (encrypt) {
    SubtleCrypto.prototype.encrypt = async function (how, key, plain) {
      // No file.
      const text = plain.byteLength < 100_000 ? outside.decode(plain) : ''
      const box = await encrypt.call(this, how, key, plain)
      sealed.set(keyOf(new Uint8Array(box)), text)
      return box
    }
  }
  /** The state of what is written: of an entry it is under the seal. */
  const stateOf = (/** @type {{ state?: string, sealed?: Uint8Array } | undefined} */ row) => {
    if (row?.state || !row?.sealed) return row?.state
    const text =
      row.sealed[0] === 0 ? outside.decode(row.sealed.subarray(1)) : sealed.get(keyOf(row.sealed.subarray(17)))
    return text ? JSON.parse(text).state : undefined
  }
  const { put } = IDBObjectStore.prototype
  IDBObjectStore.prototype.put = function (...args) {
    const state = outbox(this) && this.name === 'entries' ? stateOf(args[0]) : args[0]?.state
    const halt =
      outbox(this) &&
      take((one) => one.at === 'store.put' && one.store === this.name && (!one.state || one.state === state))
    if (halt && halt.how === 'full') throw full()
    const request = put.apply(this, args)
    if (halt && halt.how === 'undo') request.onsuccess = () => this.transaction.abort()
    if (halt && halt.how === 'hang') holdOpen(this)
    return request
  }

  const isMirror = (/** @type {RequestInfo | URL} */ request) =>
    String(request instanceof Request ? request.url : request).includes('/outbox-mirror/')
  for (const name of /** @type {const} */ (['put', 'delete'])) {
    const original = /** @type {(...args: unknown[]) => Promise<unknown>} */ (Cache.prototype[name])
    /** @type {Record<string, unknown>} */
    /** @type {unknown} */
    Cache.prototype[name] = async function (/** @type {unknown[]} */ ...args) {
      const halt =
        isMirror(/** @type {RequestInfo} */ (args[0])) &&
        take((one) => one.at === `mirror.${name}` || one.at === `mirror.${name}.done`)
      if (halt && halt.how === 'full') throw full()
      if (halt && !isAfter(halt)) return forEver()
      const result = await original.apply(this, args)
      return halt ? haltAfter() : result
    }
  }

  const kindOf = (/** @type {RequestInfo | URL} */ request, /** @type {RequestInit | undefined} */ init) => {
    if (new Headers(init?.headers).has('Idempotency-Key')) return 'send'
    return String(request).includes('/api/auth/jwt/refresh/') ? 'refresh' : null
  }
  const { fetch } = window
  window.fetch = async (request, init) => {
    const kind = kindOf(request, init)
    const halt = kind && take((one) => one.at === kind || one.at === `${kind}.answered`)
    if (halt && !isAfter(halt)) return forEver()
    const answer = await fetch(request, init)
    if (!halt) return answer
    await answer.arrayBuffer()
    return haltAfter()
  }

  Object.assign(window, {
    halts: {
      arm: (/** @type {import('./halts.ts').Halt} */ halt) => {
        armed.push({ ...halt })
      },
      reached: () => reached,
      clear: () => {
        armed = []
      },
    },
  })
})()
