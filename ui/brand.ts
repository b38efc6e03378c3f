import { createContext, useContext } from 'react'
import type { PublicLender } from '#contract/lender.ts'

/** How the lender names itself on the screen; `logo`, `logoDark`: addresses of pictures instead of mark and name */
type Brand = Pick<PublicLender['brand'], 'logoText' | 'logo' | 'logoDark'>

export const BrandContext = createContext<Brand>({ logoText: 'Заявка' })

/** The lender's name and logo, «Заявка» unless a provider says otherwise */
export function useBrand(): Brand {
  return useContext(BrandContext)
}
