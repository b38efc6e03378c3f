export { createPolls } from './polls.ts'
export { requestRoutes } from './routes.ts'
export { createRequests, type ListedRequest, type Requests, type StoredRequest } from './service.ts'
export { createRequestViews, type RequestViews } from './view.ts'
