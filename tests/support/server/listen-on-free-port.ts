import type { TestApp } from './app.ts'

/**
 * Lets the app listen on this machine, for tests that need a real connection. Returns the port. It closes with the app.
 */
export async function listenOnFreePort({ app }: Pick<TestApp, 'app'>): Promise<number> {
  return Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
}
