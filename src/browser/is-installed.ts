/** Whether the app runs as an installed app: from a Home Screen, from a Dock, or in its own window. */
export function isInstalled(): boolean {
  return (
    matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true)
  )
}
