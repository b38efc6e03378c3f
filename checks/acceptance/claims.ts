import type { Claim } from './claim.ts'
import { calls } from './claims/calls.ts'
import { constants } from './claims/constants.ts'
import { entities } from './claims/entities.ts'
import { errors } from './claims/errors.ts'
import { product } from './claims/product.ts'
import { routes } from './claims/routes.ts'
import { screens } from './claims/screens.ts'
import { states } from './claims/states.ts'
import { validation } from './claims/validation.ts'

/** The customer's text, claim by claim, in its own order. */
export const sections: readonly { readonly title: string; readonly claims: readonly Claim[] }[] = [
  { title: '0 and 1. What the product does and for whom', claims: product },
  { title: '2. Screens and routes', claims: routes },
  { title: '2. Service screens', claims: screens },
  { title: '3. Entities and their fields', claims: entities },
  { title: '4. States and transitions', claims: states },
  { title: '5 and 6. Validation rules, roles and permissions', claims: validation },
  { title: '7. The calls it makes', claims: calls },
  { title: '8. The error catalogue', claims: errors },
  { title: '9. Business constants and limits', claims: constants },
]

export const claims: readonly Claim[] = sections.flatMap((section) => section.claims)
