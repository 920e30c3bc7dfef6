import { skipWithoutEngine, test } from './fixtures.ts'
import { testFocus } from './focus.ts'
import { testLiveRows } from './live-rows.ts'
import { testNotModified } from './not-modified.ts'
import { testPageCache } from './page-cache.ts'
import { testPromises } from './promises.ts'
import { testRewrittenPages } from './rewritten-page.ts'
import { testWalkAround } from './walk-around.ts'

// All tests share one browser: each continues where the one before ended.
test.use({ engine: 'Firefox' })
test.describe.configure({ mode: 'default' })
skipWithoutEngine()

testPromises('Firefox')
testWalkAround('Firefox')
testLiveRows('Firefox')
testNotModified('Firefox')
testRewrittenPages('Firefox')
testFocus('Firefox')
testPageCache('Firefox')
