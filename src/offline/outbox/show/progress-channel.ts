import { progressChannelName } from '#src/offline/outbox/entry/names.ts'
import { type ProgressNote, shareProgressWith, takeProgressNote } from '#src/offline/outbox/send/note-progress.ts'

/**
 * Shows the progress of a user's uploads in all tabs, whichever of them sends. `user` is the token's subject. Returns
 * the function that ends it.
 */
export function followUploadProgress(user: string): () => void {
  const channel = new BroadcastChannel(progressChannelName(user))
  channel.onmessage = ({ data }: MessageEvent<ProgressNote>) => takeProgressNote(data)
  const stopSharing = shareProgressWith((note) => channel.postMessage(note))
  return () => {
    stopSharing()
    channel.close()
  }
}
