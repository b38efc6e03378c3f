import { createContext, useContext } from 'react'
import type { PublicLender } from '#contract/lender.ts'

export const LenderContext = createContext<PublicLender | null>(null)

export function useLender(): PublicLender {
  const lender = useContext(LenderContext)
  if (!lender) throw new Error('a screen was drawn outside the app')
  return lender
}
