import { useSyncExternalStore } from 'react'
import { removeItem, writeItem } from '#src/session/web-storage.ts'

/** Stored once for all users of the device, only when it is on. `index.html` reads it before the first paint. */
const KEY = 'haulyard-yard-mode'
const ATTRIBUTE = 'data-yard'
const root = document.documentElement

export function setYardMode(isOn: boolean): void {
  if (isOn) writeItem('local', KEY, 'on')
  else removeItem('local', KEY)
  root.toggleAttribute(ATTRIBUTE, isOn)
}

/** The page's attribute is the state, so that a choice made in another tab counts, too. */
function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(root, { attributeFilter: [ATTRIBUTE] })
  return () => observer.disconnect()
}

/** Whether this device has larger text, larger buttons and stronger colors. */
export function useYardMode(): boolean {
  return useSyncExternalStore(subscribe, () => root.hasAttribute(ATTRIBUTE))
}
