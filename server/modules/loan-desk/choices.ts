import type { VoidTo } from '#contract/paying.ts'

interface Transfer {
  readonly number: string
  readonly day: string
}

/** How a transfer that is asked for is kept: whoever confirms, confirms this document of this date. */
export const transferChoice = ({ number, day }: Transfer) => `transfer ${day} ${number}`

/** Null: the provider is to give the money back. */
export function transferIn(choice: string): Transfer | null {
  const [kind, day, number] = choice.split(' ')
  return kind === 'transfer' && day && number ? { day, number } : null
}

export const voidChoice = (to: VoidTo) => (to === 'gone' ? 'void' : to)

export const voidIn = (choice: string): VoidTo => (choice === 'suspense' ? choice : 'gone')
