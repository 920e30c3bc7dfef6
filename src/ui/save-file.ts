/** Milliseconds until the URL is revoked. The browser reads the content some time after the click. */
const HELD_MS = 60_000

/** Saves a file that exists on the device to the user's downloads. No network is needed. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  saveFrom(address, name)
  setTimeout(() => URL.revokeObjectURL(address), HELD_MS)
}

/** Saves a file of this site to the user's downloads. The browser fetches it. */
export function saveFrom(address: string, name: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}
