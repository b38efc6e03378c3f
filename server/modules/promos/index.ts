export { promoRoutes } from './routes.ts'
export { createPromos, type Promos } from './service.ts'
