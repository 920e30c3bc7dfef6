import { openDB } from 'idb'
import { beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { can, edit } from '#contract/wire/access.ts'
import { ApiError } from '#src/api/api-error.ts'
import { DraftBook, type DraftKind, type DraftPorts } from '#src/offline/drafts/draft-book.ts'
import { draftDatabaseName } from '#src/offline/drafts/draft-database.ts'
import { type DraftStore, idbDraftStore } from '#src/offline/drafts/draft-store.ts'
import { draftsOfKind } from '#src/offline/drafts/unopened-drafts.ts'
import { aSealer } from '#tests/support/builders/a-sealer.ts'
import { aUser } from '#tests/support/builders/a-user.ts'

const DAY_MS = 24 * 60 * 60_000
interface Note {
  readonly text: string
  readonly photo?: Blob | undefined
}
const noteForm: DraftKind<Note> = {
  name: 'notes',
  version: 1,
  access: edit('schedule'),
  schema: z.object({ text: z.string(), photo: z.optional(z.instanceof(Blob)) }),
  words: ({ text }) => ({ record: 'A note', text }),
}

const sealer = await aSealer()
let userCount = 0
let user = ''
let now = 1_800_000_000_000
let troubles: unknown[] = []
beforeEach(() => {
  userCount += 1
  user = `person-${userCount}`
  troubles = []
})

/** A tab. Its timers run only when the test runs them. */
function aTab(over: Partial<DraftPorts> = {}) {
  const timers = new Set<() => void>()
  const idb = idbDraftStore(user, sealer)
  let written = Promise.withResolvers<void>()
  const prepare: typeof idb.prepare = (draft) => {
    const write = idb.prepare(draft)
    return async () => {
      await write()
      written.resolve()
    }
  }
  const book = new DraftBook(user, {
    store: { ...idb, prepare },
    locks: navigator.locks,
    isAllowed: () => true,
    now: () => now,
    newId: () => crypto.randomUUID(),
    after: (_ms, work) => {
      timers.add(work)
      return () => timers.delete(work)
    },
    askToPersist: () => undefined,
    notifyTabs: () => undefined,
    onTrouble: (error) => troubles.push(error),
    ...over,
  })
  const texts = async () => {
    await book.reload()
    return book.offered.get().map((draft) => draft.words.text)
  }
  /** The user pauses: runs the timers. Resolves when the typed input is on disk. */
  const pause = async () => {
    written = Promise.withResolvers()
    for (const work of timers) work()
    await written.promise
  }
  return { book, texts, pause, timers, written: () => written.promise }
}
/** A tab that can crash. It has no locks: all Web Locks of a test are in one process and would outlive the tab. */
const crashable = () => aTab({ locks: undefined })
const onDisk = () => idbDraftStore(user, sealer).all()

describe('typed input', () => {
  test('is written to disk once the user pauses, not on every keystroke', async () => {
    const tab = aTab()
    const form = tab.book.openForm(noteForm, 'a')
    for (const text of ['h', 'ha', 'hal']) form.store({ text })
    expect(await onDisk()).toEqual([])
    expect(tab.timers.size).toBe(1)
    await tab.pause()
    expect((await onDisk()).map((draft) => draft.value)).toEqual([{ text: 'hal' }])
  })
  test('makes the app request persistent storage as soon as it is written', async () => {
    const asked: string[] = []
    const tab = aTab({ askToPersist: () => asked.push('asked') })
    const form = tab.book.openForm(noteForm, 'a')
    await tab.book.reload()
    form.store({ text: 'hal' })
    expect(asked).toEqual([])
    await tab.pause()
    await form.flush()
    expect(asked).toEqual(['asked'])
  })
  test('is written immediately when the page is hidden', async () => {
    const tab = aTab()
    tab.book.openForm(noteForm, 'a').store({ text: 'half a sentence' })
    tab.book.flush()
    await tab.written()
    expect(await onDisk()).toHaveLength(1)
  })
  test('is offered after a crash, and the form continues from it', async () => {
    const before = crashable()
    before.book.openForm(noteForm, 'a').store({ text: 'half a sentence' })
    await before.pause()
    const after = aTab()
    expect(await after.texts()).toEqual(['half a sentence'])
    const form = after.book.openForm(noteForm, 'a')
    expect(await form.earlierInput).toEqual({ value: { text: 'half a sentence' }, savedAt: now })
    expect(await after.texts()).toEqual([])
    form.store({ text: 'a whole sentence' })
    form.close()
    await expect.poll(after.texts).toEqual(['a whole sentence'])
  })
  test('is restored together with the chosen files', async () => {
    const tab = aTab()
    const form = tab.book.openForm(noteForm, 'a')
    form.store({ text: 'with a photo', photo: new Blob(['pixels'], { type: 'image/png' }) })
    form.close()
    await expect.poll(tab.texts).toEqual(['with a photo'])
    const again = (await aTab().book.openForm(noteForm, 'a').earlierInput)?.value
    expect([await again?.photo?.text(), again?.photo?.type]).toEqual(['pixels', 'image/png'])
  })
  test('stays stored when the form closes, is deleted when it is saved or discarded, and can be restored after a discard', async () => {
    const tab = aTab()
    const [closed, saved] = [tab.book.openForm(noteForm, 'a'), tab.book.openForm(noteForm, 'b')]
    closed.store({ text: 'closed' })
    saved.store({ text: 'saved' })
    closed.close()
    await saved.drop()
    saved.close()
    await expect.poll(tab.texts).toEqual(['closed'])
    const [offer] = tab.book.offered.get()
    await tab.book.discard(offer!.id)
    expect(await onDisk()).toEqual([])
    const other = aTab()
    await tab.book.restore(offer!)
    for (const { texts } of [tab, other]) await expect.poll(texts).toEqual(['closed'])
    expect((await other.book.openForm(noteForm, 'a').earlierInput)?.value.text).toBe('closed')
  })
  test('is not discarded while a form of any tab has it open', async () => {
    const [left, right] = [aTab(), aTab()]
    const form = left.book.openForm(noteForm, 'a')
    form.store({ text: 'here' })
    const draft = await form.keep()
    for (const tab of [left, right]) expect(await tab.book.discard(draft!.id)).toBe(false)
    expect(await onDisk()).toHaveLength(1)
    form.close()
    await expect.poll(right.texts).toEqual(['here'])
    expect(await right.book.discard(draft!.id)).toBe(true)
    expect(await onDisk()).toEqual([])
  })
  test('is not offered while another tab has its form open, and is offered once that tab closes the form', async () => {
    const [left, right] = [aTab(), aTab()]
    const form = left.book.openForm(noteForm, 'a')
    form.store({ text: 'here' })
    await left.pause()
    expect(await right.texts()).toEqual([])
    expect(await right.book.openForm(noteForm, 'a').earlierInput).toBeNull()
    form.close()
    await expect.poll(right.texts).toEqual(['here'])
  })
  test('in the same form in two tabs becomes two drafts; neither overwrites the other', async () => {
    const [left, right] = [aTab(), aTab()]
    const forms = [left.book.openForm(noteForm, 'a'), right.book.openForm(noteForm, 'a')]
    forms.forEach((form, n) => {
      form.store({ text: `tab ${n}` })
      form.close()
    })
    await expect.poll(async () => [...(await aTab().texts())].sort()).toEqual(['tab 0', 'tab 1'])
  })
  test('from before a crash is still offered when its form closes before the draft is found', async () => {
    const former = crashable()
    former.book.openForm(noteForm, 'a').store({ text: 'former' })
    await former.pause()
    const tab = aTab()
    const form = tab.book.openForm(noteForm, 'a')
    form.close()
    await form.earlierInput
    await expect.poll(tab.texts).toEqual(['former'])
  })
  test('is handed over as soon as it is found: a key during a longer wait would be lost', async () => {
    const former = crashable()
    former.book.openForm(noteForm, 'a').store({ text: 'former' })
    await former.pause()
    const idb = idbDraftStore(user, sealer)
    let readings = 0
    const all = () => {
      readings += 1
      return readings === 1 ? idb.all() : new Promise<never>(() => undefined)
    }
    const form = aTab({ store: { ...idb, all } }).book.openForm(noteForm, 'a')
    expect((await form.earlierInput)?.value.text).toBe('former')
  })
  test('entered before the earlier draft is found leaves that draft unchanged', async () => {
    const former = crashable()
    former.book.openForm(noteForm, 'a').store({ text: 'former' })
    await former.pause()
    const tab = aTab()
    const form = tab.book.openForm(noteForm, 'a')
    form.store({ text: 'new' })
    expect(await form.earlierInput).toBeNull()
    expect(await tab.texts()).toEqual(['former'])
  })
})

describe('a draft', () => {
  const leaveDraft = async (text: string) => {
    const tab = crashable()
    tab.book.openForm(noteForm, 'a').store({ text })
    await tab.pause()
  }
  test('is never visible to another user', async () => {
    await leaveDraft('mine')
    const mine = user
    user = `${user}-other`
    const theirs = aTab()
    expect(await theirs.texts()).toEqual([])
    expect(await theirs.book.openForm(noteForm, 'a').earlierInput).toBeNull()
    user = mine
    expect(await aTab().texts()).toEqual(['mine'])
  })
  test('is deleted after 30 days', async () => {
    await leaveDraft('old')
    now += 29 * DAY_MS
    expect(await aTab().texts()).toEqual(['old'])
    now += 2 * DAY_MS
    expect(await aTab().texts()).toEqual([])
    expect(await onDisk()).toEqual([])
  })
  test('is no longer offered, continued or stored once the user loses its required access', async () => {
    await leaveDraft('of others')
    let person = aUser({ role: 'administrator' })
    const tab = aTab({ isAllowed: (access) => can(person, access) })
    expect(await tab.texts()).toEqual(['of others'])
    const [offer] = tab.book.offered.get()
    person = aUser({ role: 'dispatcher', edit_permissions: [] })
    const looked = tab.book.reload()
    expect(tab.book.offered.get()).toEqual([])
    await looked
    expect(tab.book.offered.get()).toEqual([])
    const form = tab.book.openForm(noteForm, 'a')
    expect(await form.earlierInput).toBeNull()
    await tab.book.discard(offer!.id)
    form.store({ text: 'more of others' })
    tab.book.flush()
    form.close()
    await tab.book.restore(offer!)
    expect(await onDisk()).toEqual([])
  })
  test('that this version can’t read stays stored for a version that can', async () => {
    await leaveDraft('of version 1')
    const stricter = { ...noteForm, version: 2 }
    expect(await aTab().book.openForm(stricter, 'a').earlierInput).toBeNull()
    const other = { ...noteForm, schema: z.object({ text: z.string(), photo: z.instanceof(Blob) }) }
    expect(await aTab().book.openForm(other, 'a').earlierInput).toBeNull()
    expect(await aTab().texts()).toEqual(['of version 1'])
  })
})

test('a draft that an older version stored under another key is continued by the form that its value names', async () => {
  const older = crashable()
  for (const text of ['1034', '1042']) {
    const form = older.book.openForm(noteForm, 'all')
    form.store({ text })
    await form.flush()
  }
  const keyed: DraftKind<Note> = { ...noteForm, keyOf: ({ text }) => `unit/${text}` }
  const tab = aTab()
  await tab.book.reload()
  expect(
    draftsOfKind(keyed, tab.book.offered.get())
      .map(({ key }) => key)
      .sort(),
  ).toEqual(['unit/1034', 'unit/1042'])
  const form = tab.book.openForm(keyed, 'unit/1034')
  expect((await form.earlierInput)?.value.text).toBe('1034')
  expect(await tab.texts()).toEqual(['1042'])
  expect(await tab.book.openForm(keyed, 'unit/1051').earlierInput).toBeNull()
})

test('a draft dropped in its form can be restored, and is not overwritten by what is typed there next', async () => {
  const tab = aTab()
  const form = tab.book.openForm(noteForm, 'a')
  form.store({ text: 'dropped' })
  const dropped = await form.keep()
  await form.drop()
  expect(await form.keep()).toBeNull()
  form.store({ text: 'typed next' })
  await form.flush()
  await tab.book.restore(dropped!)
  form.close()
  await expect.poll(async () => [...(await tab.texts())].sort()).toEqual(['dropped', 'typed next'])
})

test('a draft that can’t be stored is not reported as kept', async () => {
  const full = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
  const tab = aTab({ store: { ...idbDraftStore(user, sealer), prepare: () => full } })
  const form = tab.book.openForm(noteForm, 'a')
  form.store({ text: 'typed' })
  await expect(form.keep()).rejects.toThrow('full')
})

test('a form without input creates no draft store', async () => {
  const tab = aTab()
  const form = tab.book.openForm(noteForm, 'a')
  expect(await form.earlierInput).toBeNull()
  await form.drop()
  form.close()
  expect((await indexedDB.databases()).map((one) => one.name)).not.toContain(draftDatabaseName(user))
})

test('a device that can’t store drafts is reported, and the form keeps working', async () => {
  const full = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
  const tab = aTab({ store: { all: full, prepare: () => full, remove: full, forgetMatching: full } })
  const form = tab.book.openForm(noteForm, 'a')
  expect(await form.earlierInput).toBeNull()
  form.store({ text: 'typed' })
  form.close()
  await form.drop()
  await expect.poll(() => troubles.length).toBeGreaterThan(1)
})

test('a store whose module did not load is not reported until input can’t be written, and is read later', async () => {
  const idb = idbDraftStore(user, sealer)
  let isLoaded = false
  const load = async () => {
    if (!isLoaded) throw new ApiError('network')
    return idb
  }
  const store: DraftStore = {
    all: async () => (await load()).all(),
    prepare: (draft) => async () => (await load()).prepare(draft)(),
    remove: async (id) => (await load()).remove(id),
    forgetMatching: async (isOver) => (await load()).forgetMatching(isOver),
  }
  const tab = aTab({ store })
  const form = tab.book.openForm(noteForm, 'a')
  expect(await form.earlierInput).toBeNull()
  expect([await tab.texts(), troubles]).toEqual([[], []])
  form.store({ text: 'typed' })
  form.close()
  await expect.poll(() => troubles).toMatchObject([{ kind: 'network' }])
  isLoaded = true
  const other = aTab().book.openForm(noteForm, 'b')
  await other.earlierInput
  other.store({ text: 'typed in another tab' })
  await other.flush()
  other.close()
  await expect.poll(tab.texts).toEqual(['typed in another tab'])
})

test('a draft store of a newer app version is left untouched', async () => {
  const newer = await openDB(draftDatabaseName(user), 4, { upgrade: (db) => void db.createObjectStore('drafts') })
  newer.close()
  const tab = aTab()
  expect(await tab.texts()).toEqual([])
  expect(troubles.map((error) => (error as Error).name)).toContain('VersionError')
  const left = await openDB(draftDatabaseName(user))
  expect([left.version, [...left.objectStoreNames]]).toEqual([4, ['drafts']])
  left.close()
})
