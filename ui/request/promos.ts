import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { checkPromo } from '#contract/calls/promos.ts'
import type { PublicLender } from '#contract/lender.ts'
import { formatDays } from '#contract/russian.ts'
import { useServices } from '../services.ts'

interface KnownPromo {
  readonly code: string
  readonly freeDays: number
}

/** What the server has said of codes in this tab, by product and code; null: it gives nothing. */
let known: ReadonlyMap<string, KnownPromo | null> = new Map()
const listeners = new Set<() => void>()
const keyOf = (product: string, code: string) => `${product} ${code.trim().toUpperCase()}`

function learn(product: string, code: string, promo: KnownPromo | null): void {
  known = new Map(known).set(keyOf(product, code), promo)
  for (const tell of listeners) tell()
}

const subscribe = (tell: () => void) => {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}

const useKnown = () =>
  useSyncExternalStore(
    subscribe,
    () => known,
    () => known,
  )

/** The lender with the promo codes this tab knows, and the one a request holds: the price on the screen is then the true one. */
export function useLenderWithPromos(
  lender: PublicLender,
  held?: { readonly product: string; readonly promo: KnownPromo } | null,
): PublicLender {
  const all = useKnown()
  return useMemo(() => {
    const ofProduct = (id: string) => [
      ...[...all].flatMap(([key, promo]) => (promo && key.startsWith(`${id} `) ? [promo] : [])),
      ...(held?.product === id ? [held.promo] : []),
    ]
    const products = lender.products.map((product) => ({
      ...product,
      promos: ofProduct(product.id),
    }))
    return { ...lender, products }
  }, [all, lender, held])
}

const pause = 500

/** What is to be said under the field while a code is typed: asked of the server once somebody stops typing. */
export function usePromoWord(product: string, code: string): string | undefined {
  const { call } = useServices()
  const [asked, setAsked] = useState(false)
  const all = useKnown()
  const key = keyOf(product, code)
  const there = code.trim() !== ''
  useEffect(() => {
    setAsked(false)
    if (!there || known.has(key)) return
    const timer = setTimeout(() => {
      setAsked(true)
      call(checkPromo, { body: { product, code: code.trim() } })
        .then(({ promo }) => learn(product, code, promo))
        .catch(() => undefined)
        .finally(() => setAsked(false))
    }, pause)
    return () => clearTimeout(timer)
  }, [call, product, code, key, there])
  if (!there) return undefined
  const promo = all.get(key)
  if (promo) return `По промокоду ${formatDays(promo.freeDays)} без процентов`
  if (promo === null) return 'Такой промокод не действует: проверьте его или оставьте поле пустым'
  return asked ? 'Проверяем промокод…' : undefined
}
