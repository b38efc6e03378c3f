export { photoReactions } from './reactions.ts'
export { createPhotos, type Photos } from './service.ts'
export { likeness, printOf, type Shades } from './shades.ts'
