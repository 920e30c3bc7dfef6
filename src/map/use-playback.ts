import { useEffect, useState, useSyncExternalStore } from 'react'
import { type FrameClock, Playback, type PlaybackState, timelineOf } from './track/playback.ts'
import type { Track } from './track/track.ts'

const SCREEN: FrameClock = {
  now: () => performance.now(),
  onFrame: (draw) => {
    const frame = requestAnimationFrame(draw)
    return () => cancelAnimationFrame(frame)
  },
}

/**
 * Playback of a path. It is paused at the beginning until the user plays it, and paused when the component unmounts.
 */
export function usePlayback(track: Track, clock: FrameClock = SCREEN): Playback {
  const [playback] = useState(() => new Playback(timelineOf(track), clock))
  useEffect(() => playback.follow(timelineOf(track)), [playback, track])
  useEffect(() => playback.pause, [playback])
  return playback
}

/** One part of the playback state. The component renders again only when that part changes. */
export function usePlayed<Part>(playback: Playback, part: (state: PlaybackState) => Part): Part {
  return useSyncExternalStore(playback.subscribe, () => part(playback.get()))
}
