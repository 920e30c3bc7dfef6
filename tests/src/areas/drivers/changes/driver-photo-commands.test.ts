import { describe, expect, it } from 'vitest'
import { type Driver, driverKind } from '#contract/people/drivers.ts'
import { kind } from '#contract/wire/record.ts'
import { changeDriverPhoto } from '#src/areas/drivers/changes/driver-photo-commands.ts'
import { foldOf } from '#src/offline/fold/incremental-fold.ts'
import { newPhoto, noPhoto } from '#src/record/photo-command.ts'
import { aDriver } from '#tests/support/builders/a-driver.ts'

const UPLOAD = '019af3b0-0000-7000-8000-0000000000aa'
const FILE = '019af3b0-0000-4000-8000-0000000000bb'
const path = `/api/files/${FILE}/photo.jpg?expires=1&signature=x`
const rows = kind<Driver>(driverKind.name, driverKind.keyOf)
const bare = aDriver({ id: 7, version: 3 })
const shown = aDriver({ id: 7, version: 3, user: { ...bare.user, photo: path } })
const inverseOf = (input: Parameters<NonNullable<typeof changeDriverPhoto.inverse>>[0]) =>
  changeDriverPhoto.inverse?.(input)[0]

describe('changing a driver’s photo', () => {
  it('sends the upload’s id, and shows the device’s copy until the server has it', () => {
    const input = newPhoto(shown, UPLOAD)
    expect(changeDriverPhoto.request(input)).toEqual({ params: { id: 7 }, body: { photo: { upload: UPLOAD } } })
    const fold = foldOf([{ effects: changeDriverPhoto.effects(input), settled: null }])
    expect(fold.row(rows, shown).user).toEqual({ ...shown.user, photo: `outbox-file:${UPLOAD}` })
    expect(fold.row(driverKind, { id: 7, current_status: 'on_the_road' })).toEqual({
      id: 7,
      current_status: 'on_the_road',
    })
  })
  it('can remove the photo', () => {
    expect(changeDriverPhoto.request(noPhoto(shown)).body).toEqual({ photo: null })
    expect(changeDriverPhoto.describe(noPhoto(shown))).toEqual({ record: 'Driver 0007', change: 'Photo taken away' })
  })
  it('is undone by the former photo, or by removing the photo if there was none', () => {
    expect(changeDriverPhoto.request(inverseOf(newPhoto(shown, UPLOAD))?.input as never).body).toEqual({
      photo: { file: FILE },
    })
    expect(changeDriverPhoto.request(inverseOf(newPhoto(bare, UPLOAD))?.input as never).body).toEqual({ photo: null })
  })
  it('cannot be undone when the former photo is not a file that a change can name, because that would remove it', () => {
    const elsewhere = aDriver({ id: 7, user: { ...bare.user, photo: 'https://photos.example/7.jpg' } })
    expect(changeDriverPhoto.inverse?.(newPhoto(elsewhere, UPLOAD))).toEqual([])
  })
  it('undone twice sends the same upload again', () => {
    const once = inverseOf(newPhoto(shown, UPLOAD))?.input as never
    expect(changeDriverPhoto.request(inverseOf(once)?.input as never).body).toEqual({ photo: { upload: UPLOAD } })
    expect(changeDriverPhoto.input.safeParse(once).success).toBe(true)
  })
  it('does not bring back a driver whom the server no longer lists', () => {
    const fold = foldOf([{ effects: changeDriverPhoto.effects(newPhoto(shown, UPLOAD)), settled: null }])
    expect(fold.rows(rows, [])).toEqual([])
  })
})
