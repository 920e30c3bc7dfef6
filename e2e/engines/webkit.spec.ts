import { skipWithoutEngine, test } from './fixtures.ts'
import { testFocus } from './focus.ts'
import { testLiveRows } from './live-rows.ts'
import { testNotModified } from './not-modified.ts'
import { testPageCache } from './page-cache.ts'
import { testPromises } from './promises.ts'
import { testRewrittenPages } from './rewritten-page.ts'
import { testWalkAround } from './walk-around.ts'

// All tests share one browser: each continues where the one before ended.
test.use({ engine: 'WebKit' })
test.describe.configure({ mode: 'default' })
skipWithoutEngine()

testPromises('WebKit')
testWalkAround('WebKit')
testLiveRows('WebKit')
testNotModified('WebKit')
testRewrittenPages('WebKit')
testFocus('WebKit')
testPageCache('WebKit')
