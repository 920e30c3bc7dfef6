import { isIP } from 'node:net'

/** Whether a host name or address means this machine. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}
