import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '../expect.ts'
import type { Server } from './server.ts'

/** New mail to one address, read from the decoded copies in the server's mail folder. */
export interface Mailbox {
  readonly email: string
  /** Oldest first. */
  readonly mails: () => Promise<readonly string[]>
  /** Waits for `count` mails and returns the link in each, without the server's address. */
  readonly links: (count: number) => Promise<readonly string[]>
}

async function allMailsTo(folder: string, email: string): Promise<readonly string[]> {
  if (!existsSync(folder)) return []
  const copies = (await readdir(folder)).filter((name) => !name.startsWith('.') && name.endsWith('.txt')).sort()
  const mails = await Promise.all(copies.map((name) => readFile(join(folder, name), 'utf8')))
  return mails.filter((mail) => mail.includes(`<${email}>\n`))
}

const linkIn = (mail: string) => /^http\S+?(\/(?:new-password|undo-email)#\S+)$/m.exec(mail)?.[1] ?? ''

/** Opens the mailbox of one address. Mail that arrived earlier is ignored. */
export async function openMailbox({ dataDir }: Pick<Server, 'dataDir'>, email: string): Promise<Mailbox> {
  const folder = join(dataDir, 'mail')
  const before = (await allMailsTo(folder, email)).length
  const mails = async () => (await allMailsTo(folder, email)).slice(before)
  return {
    email,
    mails,
    async links(count) {
      await expect.poll(async () => (await mails()).length).toBe(count)
      return (await mails()).map(linkIn)
    },
  }
}
