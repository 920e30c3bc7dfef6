import { isIP } from 'node:net'

/** Whether a host, by its name or its address, is this machine itself. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}
