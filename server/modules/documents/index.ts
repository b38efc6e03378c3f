export { type PublishedDocuments as Documents, readPublishedDocuments } from './published.ts'
