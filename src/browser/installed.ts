/** Whether the app runs from its own icon: on a Home Screen, in a Dock, or as a window of its own. */
export function isInstalled(): boolean {
  return (
    matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true)
  )
}
