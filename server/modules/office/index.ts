export { officeLive } from './live.ts'
export { officeRoutes } from './routes.ts'
export { createOffice } from './service.ts'
export { createStaff } from './staff.ts'
