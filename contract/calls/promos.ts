import * as z from 'zod/mini'
import { defineCall } from '../call.ts'

/** What a promo code gives: days of the loan without interest. */
export const promoTerms = z.object({ code: z.string(), freeDays: z.number() })

export const checkPromo = defineCall({
  name: 'checkPromo',
  about:
    'What a promo code gives today; null: nothing. Whether this person may still have it is said when the request is accepted',
  method: 'POST',
  path: '/service/promos/check',
  who: 'anyone',
  limit: 'promo',
  body: z.object({
    product: z.string().check(z.minLength(1), z.maxLength(40)),
    code: z.string().check(z.minLength(1), z.maxLength(20)),
  }),
  answer: z.object({ promo: z.nullable(promoTerms) }),
})
