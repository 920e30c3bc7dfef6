import type { FastifyInstance } from 'fastify'
import { StartError } from '#server/base/start-error.ts'

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken by another program: stop that one, or set PORT to a free one',
  EACCES: 'is not for this account to use: set PORT to one above 1023',
  EADDRNOTAVAIL: 'is not on this machine: set HOST to one of its addresses',
  ENOTFOUND: "is not known here: set HOST to one of the machine's addresses",
}

/** Starts to listen. Returns the address to print. Throws a `StartError` when the address can't be used. */
export async function listen(
  app: FastifyInstance,
  settings: { readonly host: string; readonly port: number; readonly publicUrl: string | null },
): Promise<string> {
  const { host, port } = settings
  await app.listen({ host, port, listenTextResolver: () => 'listening' }).catch((error: NodeJS.ErrnoException) => {
    const reason = REASONS[error.code ?? '']
    throw reason ? new StartError(`Address ${host}, port ${port} ${reason}.`) : error
  })
  const bound = app.server.address()
  const boundPort = typeof bound === 'object' && bound !== null ? bound.port : port
  return settings.publicUrl ?? `http://${displayHost(host)}:${boundPort}`
}

/** The host name under which a browser on this machine reaches the server. */
function displayHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
