import type { Page } from '@playwright/test'
import { installSeals } from './stored-outbox.ts'

/** A photo as stored in a user's outbox. */
export interface StoredPhoto {
  readonly type: string
  readonly size: number
  /** In pixels, in the orientation in which the photo is shown. */
  readonly width: number
  readonly height: number
  /** Red, green and blue near the middle of the left and of the right edge. */
  readonly left: readonly number[]
  readonly right: readonly number[]
  /** All bytes of the file, decoded as Latin-1. */
  readonly text: string
}

/** The only photo that waits in a user's outbox on this device. Throws if none or several wait. */
export async function storedPhoto(page: Page, user: number): Promise<StoredPhoto> {
  await installSeals(page)
  return page.evaluate(async (owner) => {
    const { resultOf, open } = window.seals
    const db = await resultOf(indexedDB.open(`haulyard-outbox-${owner}`))
    const files = () => db.transaction('files').objectStore('files')
    const [ids, [sealed, ...others]] = [await resultOf(files().getAllKeys()), await resultOf(files().getAll())]
    db.close()
    if (!sealed || others.length > 0) throw new Error(`${sealed ? others.length + 1 : 0} files wait`)
    const plain = await open(sealed, ['outbox-file', owner, String(ids[0])])
    const start = 1 + (plain[0] ?? 0)
    const photo = new Blob([plain.slice(start)], { type: new TextDecoder().decode(plain.subarray(1, start)) })
    const picture = await createImageBitmap(photo)
    const { width, height } = picture
    const context = new OffscreenCanvas(width, height).getContext('2d')
    context?.drawImage(picture, 0, 0)
    const colorAt = (x: number) => [...(context?.getImageData(x, height / 2, 1, 1).data ?? [])].slice(0, 3)
    const text = new TextDecoder('latin1').decode(await photo.arrayBuffer())
    return { type: photo.type, size: photo.size, width, height, left: colorAt(2), right: colorAt(width - 3), text }
  }, String(user))
}
