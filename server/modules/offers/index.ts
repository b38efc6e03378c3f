export type { DebtBurden, OfferContent, ToOffer } from './content.ts'
export { offerRoutes } from './routes.ts'
export { createOffers, type Offers, type PayoutStarter, type PreparedOffer } from './service.ts'
