import { whenRunning } from '#src/browser/page-life.ts'
import { channelName } from './entry/names.ts'
import type { Channel, Message } from './ports.ts'

/** The channel of one user's tabs. It opens on first use, so that unused ports leave nothing open. */
export function broadcastChannel(user: string): Channel {
  let opened: BroadcastChannel | null = null
  const channel = () => {
    opened ??= new BroadcastChannel(channelName(user))
    return opened
  }
  return {
    post: (message) => channel().postMessage(message),
    listen: (listener) => {
      channel().onmessage = ({ data }: MessageEvent<Message>) => whenRunning(() => listener(data))
    },
    close: () => opened?.close(),
  }
}
