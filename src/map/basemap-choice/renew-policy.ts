import type { Layer } from 'leaflet'

/**
 * A page that lies on the device since before the operator chose these tiles has a policy that forbids them. Then the service
 * worker is asked to fetch the page anew; the packaged map shows until that is loaded.
 */
export function renewPolicy(layer: Layer, origin: string): void {
  const onViolation = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
    // Some browsers tell the site alone.
    if (effectiveDirective !== 'img-src' || !`${blockedURI}/`.startsWith(`${origin}/`)) return
    document.removeEventListener('securitypolicyviolation', onViolation)
    navigator.serviceWorker?.controller?.postMessage({ type: 'RENEW_PAGE' })
  }
  layer.on('add', () => document.addEventListener('securitypolicyviolation', onViolation))
  layer.on('remove', () => document.removeEventListener('securitypolicyviolation', onViolation))
}
