/** How long the browser may take to come for the content, in milliseconds: it asks when it is back from the click. */
const HELD_MS = 60_000

/** Puts a file into the person's downloads. It is made on the device, so no network is needed. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  saveFrom(address, name)
  setTimeout(() => URL.revokeObjectURL(address), HELD_MS)
}

/** Puts what there is at an address of this site into the person's downloads; the browser fetches it itself. */
export function saveFrom(address: string, name: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}
