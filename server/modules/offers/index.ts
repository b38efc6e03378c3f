export type { DebtBurden, OfferContent, ToOffer } from './content.ts'
export type { PreparedOffer } from './making.ts'
export { offerRoutes } from './routes.ts'
export { createOffers, type Offers } from './service.ts'
