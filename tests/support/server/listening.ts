import type { TestApp } from './app.ts'

/** Has the app listen on this machine, for what only a connection shows; answers the port. It closes with the app. */
export async function listening({ app }: Pick<TestApp, 'app'>): Promise<number> {
  return Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
}
