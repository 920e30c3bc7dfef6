/*
 * Runs in a page before the app, and can stop the app exactly between two steps. `halts.arm(…)` names the next
 * operation that hangs, fails or is undone. `halts.reached()` counts the operations that were stopped. Without `arm`
 * the script changes nothing. Repeated requests keep a transaction open; the page itself keeps running.
 */
;(() => {
  /** @type {import('./halts.ts').Halt[]} */
  let armed = []
  let reached = 0
  const forEver = () => new Promise(() => undefined)

  /** Returns the armed halt for an operation, or null, and counts the halt down. */
  const take = (/** @type {(halt: import('./halts.ts').Halt) => boolean} */ isMeant) => {
    const halt = armed.find(isMeant)
    if (!halt) return null
    if (halt.skip) {
      halt.skip -= 1
      return null
    }
    if (!halt.always) armed = armed.filter((one) => one !== halt)
    // A halt after an operation is reached at the operation's end, not at its beginning.
    if (!isAfter(halt)) reached += 1
    return halt
  }
  const isAfter = (/** @type {import('./halts.ts').Halt} */ halt) => /[.](done|answered)$/.test(halt.at)
  const haltAfter = () => {
    reached += 1
    return forEver()
  }
  const full = () => new DOMException('The disk is full.', 'QuotaExceededError')

  /** Keeps a transaction busy so that it never commits. */
  const holdOpen = (/** @type {IDBObjectStore} */ store) => {
    const ask = () => {
      store.count().onsuccess = ask
    }
    ask()
  }
  const isOutbox = (/** @type {IDBObjectStore} */ store) => store.transaction.db.name.startsWith('haulyard-outbox-')
  const decoder = new TextDecoder()
  /** The plain text of everything sealed so far, by the first bytes of its ciphertext. @type {Map<string, string>} */
  const sealed = new Map()
  const keyOf = (/** @type {Uint8Array} */ box) => box.subarray(0, 16).join()
  const { encrypt } = globalThis.SubtleCrypto?.prototype ?? {}
  if (encrypt) {
    SubtleCrypto.prototype.encrypt = async function (how, key, plain) {
      // Anything larger is a file, which has no state.
      const text = plain.byteLength < 100_000 ? decoder.decode(plain) : ''
      const box = await encrypt.call(this, how, key, plain)
      sealed.set(keyOf(new Uint8Array(box)), text)
      return box
    }
  }
  /** The state of a row that is being written. An entry's state is inside its seal. */
  const stateOf = (/** @type {{ state?: string, sealed?: Uint8Array } | undefined} */ row) => {
    if (row?.state || !row?.sealed) return row?.state
    const text =
      row.sealed[0] === 0 ? decoder.decode(row.sealed.subarray(1)) : sealed.get(keyOf(row.sealed.subarray(17)))
    return text ? JSON.parse(text).state : undefined
  }
  const { put } = IDBObjectStore.prototype
  IDBObjectStore.prototype.put = function (...args) {
    const state = isOutbox(this) && this.name === 'entries' ? stateOf(args[0]) : args[0]?.state
    const halt =
      isOutbox(this) &&
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
