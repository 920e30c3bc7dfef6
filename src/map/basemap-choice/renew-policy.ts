import type { Layer } from 'leaflet'

/**
 * A page stored on the device before the operator chose these tiles has a content security policy that forbids them.
 * When the browser reports such a violation, the service worker is told to fetch the page again. The packaged map shows
 * until the new page is loaded.
 */
export function renewPolicy(layer: Layer, origin: string): void {
  const onViolation = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
    // Some browsers report only the origin.
    if (effectiveDirective !== 'img-src' || !`${blockedURI}/`.startsWith(`${origin}/`)) return
    document.removeEventListener('securitypolicyviolation', onViolation)
    navigator.serviceWorker?.controller?.postMessage({ type: 'RENEW_PAGE' })
  }
  layer.on('add', () => document.addEventListener('securitypolicyviolation', onViolation))
  layer.on('remove', () => document.removeEventListener('securitypolicyviolation', onViolation))
}
