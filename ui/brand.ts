import { createContext, useContext } from 'react'

/** How the lender names itself on the screen; `logo` is the address of a picture instead of the mark */
export type Brand = { readonly name: string; readonly logo?: string | undefined }

export const BrandContext = createContext<Brand>({ name: 'Заявка' })

/** The lender's name and logo, «Заявка» unless a provider says otherwise */
export function useBrand(): Brand {
  return useContext(BrandContext)
}
