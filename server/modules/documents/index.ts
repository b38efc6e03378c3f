export {
  type ClientDocument,
  type ClientDocuments,
  createDocuments,
  type DocumentKind,
  type Draft,
  type OpenDocument,
} from './generated.ts'
export { type Block, blocksOf, type PrintedContent } from './printing/content.ts'
export { openPress, type Press, type Printed } from './printing/press.ts'
export { type PublishedDocuments as Documents, readPublishedDocuments } from './published.ts'
export { documentRoutes } from './routes.ts'
