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

/** Plays a path for as long as what calls this is there, from its beginning; it stands still until somebody wants to see it. */
export function usePlayback(track: Track, clock: FrameClock = SCREEN): Playback {
  const [playback] = useState(() => new Playback(timelineOf(track), clock))
  useEffect(() => playback.follow(timelineOf(track)), [playback, track])
  useEffect(() => playback.pause, [playback])
  return playback
}

/** A part of how it plays: what asks for it is drawn again only when that part changes. */
export function usePlayed<Part>(playback: Playback, part: (state: PlaybackState) => Part): Part {
  return useSyncExternalStore(playback.subscribe, () => part(playback.get()))
}
