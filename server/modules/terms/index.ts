export { liveView } from './live-view.ts'
export { openTerms, type Terms } from './terms.ts'
