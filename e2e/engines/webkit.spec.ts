import { skipWithoutEngine, test } from './fixtures.ts'
import { showsTheFocus } from './focus.ts'
import { comesBackFromThePageCache } from './page-cache.ts'
import { keepsItsPromises } from './promises.ts'
import { goesOnRewritten } from './rewritten.ts'
import { hearsWhatIsUnchanged } from './unchanged.ts'

// One browser for all of them: they go on from one another.
test.use({ engine: 'WebKit' })
test.describe.configure({ mode: 'default' })
skipWithoutEngine()

keepsItsPromises('WebKit')
hearsWhatIsUnchanged('WebKit')
goesOnRewritten('WebKit')
showsTheFocus('WebKit')
comesBackFromThePageCache('WebKit')
