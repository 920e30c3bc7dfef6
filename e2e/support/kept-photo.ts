import type { Page } from '@playwright/test'

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
export function keptPhoto(page: Page, user: number): Promise<KeptPhoto> {
  return page.evaluate(async (name) => {
    const finished = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const db = await finished(indexedDB.open(name))
    const [photo, ...others] = await finished<Blob[]>(db.transaction('files').objectStore('files').getAll())
    db.close()
    if (!photo || others.length > 0) throw new Error(`${photo ? others.length + 1 : 0} files wait`)
    const picture = await createImageBitmap(photo)
    const { width, height } = picture
    const context = new OffscreenCanvas(width, height).getContext('2d')
    context?.drawImage(picture, 0, 0)
    const colourAt = (x: number) => [...(context?.getImageData(x, height / 2, 1, 1).data ?? [])].slice(0, 3)
    const text = new TextDecoder('latin1').decode(await photo.arrayBuffer())
    return { type: photo.type, size: photo.size, width, height, left: colourAt(2), right: colourAt(width - 3), text }
  }, `haulyard-outbox-${user}`)
}
