import { skipWithoutEngine, test } from './fixtures.ts'
import { showsTheFocus } from './focus.ts'
import { comesBackFromThePageCache } from './page-cache.ts'
import { keepsItsPromises } from './promises.ts'

// One browser for all of them: they go on from one another.
test.use({ engine: 'Firefox' })
test.describe.configure({ mode: 'default' })
skipWithoutEngine()

keepsItsPromises('Firefox')
showsTheFocus('Firefox')
comesBackFromThePageCache('Firefox')
