import { expect, test } from 'vitest'
import { type Access, AREAS, type Area, administrator, edit } from '#contract/wire/access.ts'
import { draftDatabaseName } from '#src/offline/drafts/draft-database.ts'
import { idbDraftStore } from '#src/offline/drafts/draft-store.ts'
import { forgetLostDrafts } from '#src/offline/drafts/forget-lost-drafts.ts'
import { aSealer } from '#tests/support/builders/a-sealer.ts'
import { aUser } from '#tests/support/builders/a-user.ts'

const draft = (kind: string, access?: Access) => ({
  id: `${kind} ${JSON.stringify(access)}`,
  kind,
  key: 'new',
  version: 1,
  ...(access && { access }),
  value: {},
  words: { record: '', text: '' },
  startedAt: 1,
  savedAt: 1,
})
/** A dispatcher whose only edit permission is `area`. */
const editor = (id: number, area: Area) =>
  aUser({
    id,
    role: 'dispatcher',
    edit_permissions: AREAS.map((one, at) => ({
      ...aUser().edit_permissions[at]!,
      user_has_permission: one === area,
    })),
  })

/** Stores a user's drafts, in a store of that user's own. */
async function storeDrafts(id: number) {
  const store = idbDraftStore(String(id), await aSealer())
  const all = [
    draft('users.profile', administrator),
    draft('schedule.day', edit('schedule')),
    // Stored by an older version of the app, without required access.
    draft('users.new'),
    draft('schedule.day'),
  ]
  await Promise.all(all.map((one) => store.put(one)))
  return { kinds: async () => (await store.all()).map(({ kind }) => kind) }
}

test('drafts whose required access is lost are deleted and other tabs are notified; the rest stays', async () => {
  const { kinds } = await storeDrafts(51)
  const heard = Promise.withResolvers<unknown>()
  const tab = new BroadcastChannel(draftDatabaseName('51'))
  tab.onmessage = ({ data }: MessageEvent<unknown>) => heard.resolve(data)
  await forgetLostDrafts(editor(51, 'schedule'))
  expect(await kinds()).toEqual(['schedule.day', 'schedule.day'])
  expect(await heard.promise).toBe('changed')
  tab.close()
  await forgetLostDrafts(editor(51, 'trucks'))
  expect(await kinds()).toEqual([])
})

test('an administrator loses no drafts', async () => {
  const { kinds } = await storeDrafts(52)
  await forgetLostDrafts(aUser({ id: 52, role: 'administrator' }))
  expect(await kinds()).toHaveLength(4)
})

test('no draft store is created for a user without drafts', async () => {
  await forgetLostDrafts(editor(53, 'schedule'))
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(draftDatabaseName('53'))
})
