import { skipWithoutEngine, test } from './fixtures.ts'
import { showsTheFocus } from './focus.ts'
import { comesBackFromThePageCache } from './page-cache.ts'
import { keepsItsPromises } from './promises.ts'
import { goesOnRewritten } from './rewritten.ts'
import { hearsWhatIsUnchanged } from './unchanged.ts'

// One browser for all of them: they go on from one another.
test.use({ engine: 'Firefox' })
test.describe.configure({ mode: 'default' })
skipWithoutEngine()

keepsItsPromises('Firefox')
hearsWhatIsUnchanged('Firefox')
goesOnRewritten('Firefox')
showsTheFocus('Firefox')
comesBackFromThePageCache('Firefox')
