import { type SendingTime, sendWithoutPage } from '#src/offline/outbox/without-page/send-without-page.ts'
import { allCommands } from './commands.ts'

/**
 * The service worker's script for sending while no page is open: `sw/sender.ts` loads it and calls this function. The
 * build makes one classic script of it (`scripts/build/sender-script.ts`). It does nothing until it is called.
 */
Object.assign(globalThis, {
  sendWithoutPage: (time: SendingTime) => sendWithoutPage(allCommands(), time),
})
