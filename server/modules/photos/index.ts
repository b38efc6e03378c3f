export { looked, mayBe, sameAmong } from './finding.ts'
export { photoReactions } from './reactions.ts'
export { createPhotos, type Photos } from './service.ts'
export { type Print, printOf, type Shades } from './shades.ts'
