import { isMetered } from '../metered.ts'
import { LaterPass } from './later-pass.ts'
import { fetchPrefetchSet } from './prefetch-schedule.ts'

/** The next pass for changed data of the signed-in user. */
export const laterPass = new LaterPass({
  fetchPrefetchSet,
  isMetered,
  now: Date.now,
  after(milliseconds, work) {
    const timer = setTimeout(work, milliseconds)
    return () => clearTimeout(timer)
  },
})
