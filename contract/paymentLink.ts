/** The lender's payment page with what is paid, whatever query the page's own address has. Amount in whole kopecks. */
export function paymentLink(page: string, paid: { readonly loan?: string; readonly amount?: number }): string {
  const url = new URL(page)
  for (const [name, value] of Object.entries(paid)) url.searchParams.set(name, String(value))
  return url.href
}
