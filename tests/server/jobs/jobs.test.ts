import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { startJobs } from '#server/jobs/jobs.ts'
import { fileName } from '#server/modules/files/file-names.ts'
import { insertFile } from '#server/modules/files/file-repository.ts'
import { aRealPhoto } from '#tests/support/browser/real-photo.ts'
import { SOURCE } from '#tests/support/builders/a-source.ts'
import { NOW, testApp } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'
import { noLog } from '#tests/support/server/no-log.ts'
import { sendUpload } from '#tests/support/server/send-upload.ts'

afterEach(() => vi.useRealTimers())

test('an hour after a user is deleted, the user’s uploads and photo are deleted', async () => {
  const site = await testApp()
  const user = await hire(site.db)
  await sendUpload(await site.as(user), await aRealPhoto('jpeg', { width: 50, height: 40 }))
  const photo = { id: randomUUID(), name: 'photo.webp', type: 'image/webp', size: 3 }
  await site.files.store(fileName(photo.id), Buffer.from('one'))
  await insertFile(site.db, { ...photo, isOriginal: false, area: 'users', record: `${user}`, user, now: NOW })
  await site.db.query('test.remove', 'delete from users where id = $1', [user])
  expect(site.files.bytesByName.size).toBeGreaterThan(3)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const jobs = startJobs(site.db, site.files, () => NOW, noLog, SOURCE.log)
  vi.advanceTimersByTime(60 * 60 * 1000)
  await jobs.stop()
  expect([...site.files.bytesByName.keys()]).toEqual([])
  await site.close()
})
