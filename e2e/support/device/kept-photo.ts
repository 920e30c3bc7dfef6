import type { Page } from '@playwright/test'
import { canOpen } from './stored-outbox.ts'

/** A photo as it lies in a person's outbox. */
export interface KeptPhoto {
  readonly type: string
  readonly size: number
  /** In pixels, as it is shown. */
  readonly width: number
  readonly height: number
  /** Red, green and blue at the middle of its left and its right edge. */
  readonly left: readonly number[]
  readonly right: readonly number[]
  /** All its bytes, as letters. */
  readonly text: string
}

/** The one photo that waits on this device for a person; throws when there is none, or more than one. */
export async function keptPhoto(page: Page, user: number): Promise<KeptPhoto> {
  await canOpen(page)
  return page.evaluate(async (owner) => {
    const { asked, open } = window.seals
    const db = await asked(indexedDB.open(`haulyard-outbox-${owner}`))
    const files = () => db.transaction('files').objectStore('files')
    const [ids, [sealed, ...others]] = [await asked(files().getAllKeys()), await asked(files().getAll())]
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
