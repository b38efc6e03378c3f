import { writeFileSync } from 'node:fs'
import { acceptancePage } from '../acceptance/page.ts'
import { accessReference } from './access.ts'
import { configurationReference } from './configuration.ts'
import { limitsReference } from './limits.ts'
import { reactionsReference } from './reactions.ts'

writeFileSync(new URL('../../docs/configuration.md', import.meta.url), configurationReference())
writeFileSync(new URL('../../docs/access.md', import.meta.url), await accessReference())
writeFileSync(new URL('../../docs/limits.md', import.meta.url), await limitsReference())
writeFileSync(new URL('../../docs/acceptance.md', import.meta.url), acceptancePage())
writeFileSync(new URL('../../docs/reactions.md', import.meta.url), reactionsReference())
