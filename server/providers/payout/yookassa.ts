import * as z from 'zod/mini'
import type { Clock } from '#server/platform/clock.ts'
import type { Outbound } from '#server/platform/outbound.ts'
import type { Secret } from '#server/platform/secret.ts'
import { amountOf, keyLivesMs, yookassaApi } from '../yookassa/api.ts'
import {
  type CancelReason,
  cancelReasons,
  type PayoutOrder,
  type PayoutRail,
  RailTrouble,
  type Transfer,
} from './port.ts'

interface Settings {
  readonly outbound: Outbound
  readonly clock: Clock
  readonly agentId: Secret
  readonly secretKey: Secret
  readonly url?: string
  /** Where the rail's card form stands (deploy/card-page); without it cards are not taken. */
  readonly cardPage?: string
}

const payoutSchema = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(64)),
  status: z.enum(['pending', 'succeeded', 'canceled']),
  amount: z.object({ value: z.string(), currency: z.string() }),
  cancellation_details: z.optional(z.object({ reason: z.string() })),
})
const recipientSchema = z.object({ id: z.string().check(z.minLength(1), z.maxLength(64)) })
const banksSchema = z.object({
  items: z.array(
    z.object({ bank_id: z.string().check(z.regex(/^\d{1,20}$/)), name: z.string().check(z.maxLength(200)) }),
  ),
})
const notificationSchema = z.object({
  type: z.literal('notification'),
  event: z.enum(['payout.succeeded', 'payout.canceled']),
  object: z.object({ id: z.string().check(z.minLength(1), z.maxLength(64)) }),
})

const reasonOf = (text: string | undefined): CancelReason =>
  cancelReasons.find((reason) => reason === text) ?? 'general_decline'

function transferOf(payout: z.output<typeof payoutSchema>, order: PayoutOrder): Transfer {
  const { value, currency } = payout.amount
  if (currency !== 'RUB' || value !== amountOf(order.amount).value)
    throw new Error('YooKassa names another sum for this key')
  if (payout.status === 'canceled')
    return { state: 'cancelled', id: payout.id, reason: reasonOf(payout.cancellation_details?.reason) }
  return { state: payout.status, id: payout.id }
}

function destinationOf({ destination }: PayoutOrder) {
  if (destination.kind === 'sbp') {
    const { phone, bankId } = destination
    return { payout_destination_data: { type: 'sbp', phone: phone.replace(/\D/g, ''), bank_id: bankId } }
  }
  if (destination.kind === 'card') return { payout_token: destination.token }
  throw new RailTrouble('ЮKassa не переводит на счёт', { nothingMade: true })
}

const sameName = (name: string) => name.toLowerCase().replace(/[^a-zа-яё0-9]/g, '')

/**
 * YooKassa payouts (yookassa.ru/developers/payouts). The same Idempotence-Key answers with the same payout for 24 hours, so an unknown outcome
 * is asked for with `pay` under the same key; after that only a person can tell, and the call is refused.
 */
export function yookassaRail({ outbound, clock, agentId, secretKey, url, cardPage }: Settings): PayoutRail {
  const { get, post, read } = yookassaApi({ outbound, id: agentId, secretKey, url })

  /** The receiver's name, for the bank to compare. */
  async function recipient({ key, receiver }: PayoutOrder): Promise<string> {
    const reply = await post('/personal_data', `${key}-name`, {
      type: 'sbp_payout_recipient',
      last_name: receiver.surname,
      first_name: receiver.name,
      ...(receiver.patronymic && { middle_name: receiver.patronymic }),
    })
    return read(reply, recipientSchema).id
  }

  async function banks() {
    return read(await get('/sbp_banks', 3000), banksSchema).items.map(({ bank_id: id, name }) => ({ id, name }))
  }

  /** A bank typed by hand and not picked is found by its name; null: there is none of that name. */
  async function withBank(order: PayoutOrder): Promise<PayoutOrder | null> {
    const { destination } = order
    if (destination.kind !== 'sbp' || destination.bankId) return order
    const bank = (await banks()).find(({ name }) => sameName(name) === sameName(destination.bankName))
    return bank ? { ...order, destination: { ...destination, bankId: bank.id } } : null
  }

  return {
    name: 'yookassa',
    takes: cardPage ? ['sbp', 'card'] : ['sbp'],
    // Of a card only its own bank knows the holder, and YooKassa does not ask it.
    checksReceiver: ['sbp'],
    ...(cardPage && { cardPage }),

    async pay(given) {
      const order = await withBank(given)
      // Nothing was asked of the rail: the borrower names another destination.
      if (!order) return { state: 'cancelled', id: given.key, reason: 'recipient_not_found' }
      if (clock.now().getTime() - order.at.getTime() > keyLivesMs)
        throw new RailTrouble('Ключ выплаты старше суток, повторять его нельзя: найдите выплату в кабинете ЮKassa', {
          nothingMade: false,
        })
      const reply = await post('/payouts', order.key, {
        amount: amountOf(order.amount),
        ...destinationOf(order),
        ...(order.destination.kind === 'sbp' && { personal_data: [{ id: await recipient(order) }] }),
        description: order.about,
        metadata: { attempt: order.key },
      })
      return transferOf(read(reply, payoutSchema), order)
    },

    async find(order, id) {
      if (id === null) return null
      const reply = await get(`/payouts/${encodeURIComponent(id)}`)
      const payout = read(reply, payoutSchema)
      if (payout.id !== id) throw new Error('YooKassa answered with another payout')
      return transferOf(payout, order)
    },

    banks,

    readNotification(body) {
      const parsed = notificationSchema.safeParse(body)
      return parsed.success ? parsed.data.object.id : null
    },
  }
}
