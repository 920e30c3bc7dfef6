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
/** A dispatcher who may change this and no more. */
const editor = (id: number, area: Area) =>
  aUser({
    id,
    role: 'dispatcher',
    edit_permissions: AREAS.map((one, at) => ({
      ...aUser().edit_permissions[at]!,
      user_has_permission: one === area,
    })),
  })

/** All that this test's people have typed, each with a store of their own. */
async function typed(id: number) {
  const store = idbDraftStore(String(id), await aSealer())
  const all = [
    draft('users.profile', administrator),
    draft('schedule.day', edit('schedule')),
    // Kept by an older version of the app.
    draft('users.new'),
    draft('schedule.day'),
  ]
  await Promise.all(all.map((one) => store.put(one)))
  return { kinds: async () => (await store.all()).map(({ kind }) => kind) }
}

test('what was typed with a permission that is lost goes off the device, and tabs are told; the rest stays', async () => {
  const { kinds } = await typed(51)
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

test('who may do everything loses nothing', async () => {
  const { kinds } = await typed(52)
  await forgetLostDrafts(aUser({ id: 52, role: 'administrator' }))
  expect(await kinds()).toHaveLength(4)
})

test('who has typed nothing has no store made for it', async () => {
  await forgetLostDrafts(editor(53, 'schedule'))
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(draftDatabaseName('53'))
})
