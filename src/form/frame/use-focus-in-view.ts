import { useEffect } from 'react'

/** While mounted, keeps the focused field in view when the device is turned: its new place may be far below. */
export function useFocusInView(): void {
  useEffect(() => {
    const turned = matchMedia('(orientation: portrait)')
    const show = () => requestAnimationFrame(() => document.activeElement?.scrollIntoView({ block: 'center' }))
    turned.addEventListener('change', show)
    return () => turned.removeEventListener('change', show)
  }, [])
}
