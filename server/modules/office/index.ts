export { officeLive } from './live.ts'
export { officeRoutes } from './routes.ts'
export { createOffice, type Office } from './service.ts'
export { type Credentials, createStaff, type StaffView } from './staff.ts'
