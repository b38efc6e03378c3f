import { writeFileSync } from 'node:fs'
import { configurationReference } from './configuration.ts'

writeFileSync(new URL('../../docs/configuration.md', import.meta.url), configurationReference())
