export { columns } from './listFile.ts'
export { loadList, loadPassports } from './loading.ts'
export { listRoutes } from './routes.ts'
export { createPeople, type OpenedCase, type People } from './service.ts'
