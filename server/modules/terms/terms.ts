import { setTimeout as sleep } from 'node:timers/promises'
import { wishProblem } from '#contract/calculation/wishProblem.ts'
import { quote } from '#contract/calculation.ts'
import type { Facts } from '#contract/facts.ts'
import { type Lender, type Product, productInConfig } from '#contract/lender.ts'
import { kopecks } from '#contract/money.ts'
import { calendarContent } from '#contract/versions/calendar.ts'
import { contentOfProducts, productsOf } from '#contract/versions/tariffs.ts'
import { textsContent } from '#contract/versions/texts.ts'
import { findProduct } from '#contract/wish.ts'
import { dateInZone } from '#contract/zones.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import {
  approvedTurns,
  keepContent,
  readContent,
  type TurnWithContent,
  type Version,
  versionOf,
} from '../versions/index.ts'
import { calendarKind } from './calendar.ts'
import { openCaps } from './caps.ts'
import { liveView } from './live-view.ts'
import { tariffsKind } from './tariffs.ts'
import { textsKind } from './texts.ts'

const remembered = ['tariffs', 'calendar', 'texts'] as const
type Remembered = (typeof remembered)[number]

/** The lender as it stands between two moments. */
interface Stretch {
  readonly from: number
  readonly until: number
  readonly lender: Lender
  /** The hash of its tariffs, and of its texts. */
  readonly tariffs: string
  readonly texts: string
}

const channel = 'terms_turned'
const fileName = 'lender.json'

/**
 * The lender's tariffs, calendar and texts by moment: the file's, until the staff put a version in force. Every server remembers all versions with their
 * moments and hears of each that is approved, so that all change together and nobody asks the database for a price.
 */
export async function openTerms(platform: Platform, file: Lender) {
  const { db, clock, database, log } = platform
  const started = clock.now()
  const ofFile: Record<Remembered, Version> = {
    tariffs: versionOf(fileName, contentOfProducts(file.products.map(productInConfig)), started.toISOString()),
    calendar: versionOf(fileName, calendarContent(file.calendar), started.toISOString()),
    texts: versionOf(fileName, textsContent(file.texts), started.toISOString()),
  }
  for (const kind of remembered) {
    const { version, sha256, content } = ofFile[kind]
    await keepContent(db, { kind, version, sha256, content, first_used_at: started })
    const first = await readContent(db, sha256)
    if (first) ofFile[kind] = { ...ofFile[kind], from: first.first_used_at.toISOString() }
  }

  const parsed = new Map<string, readonly Product[]>([[ofFile.tariffs.sha256, file.products]])
  function productsBy({ sha256, content }: Pick<Version, 'sha256' | 'content'>): readonly Product[] {
    const known = parsed.get(sha256) ?? productsOf(content)
    parsed.set(sha256, known)
    return known
  }

  let turns: readonly TurnWithContent[] = []
  let current: Stretch = { from: Number.POSITIVE_INFINITY, until: 0, lender: file, tariffs: '', texts: '' }

  const countsAt = (kind: Remembered, at: number): Pick<Version, 'sha256' | 'content' | 'version'> =>
    turns.findLast((turn) => turn.kind === kind && turn.from_at.getTime() <= at) ?? ofFile[kind]

  function stretchAt(at: number): Stretch {
    const moments = turns.map(({ from_at }) => from_at.getTime())
    const [tariffs, calendar, texts] = [countsAt('tariffs', at), countsAt('calendar', at), countsAt('texts', at)]
    return {
      from: Math.max(0, ...moments.filter((moment) => moment <= at)),
      until: Math.min(Number.POSITIVE_INFINITY, ...moments.filter((moment) => moment > at)),
      lender: {
        ...file,
        products: [...productsBy(tariffs)],
        texts: JSON.parse(texts.content) as Lender['texts'],
        calendar:
          calendar.sha256 === ofFile.calendar.sha256
            ? file.calendar
            : (JSON.parse(calendar.content) as Lender['calendar']),
      },
      tariffs: tariffs.sha256,
      texts: texts.sha256,
    }
  }

  /** What counts now; the same object until something else does. */
  function now(): Stretch {
    const at = clock.now().getTime()
    if (at < current.from || at >= current.until) current = stretchAt(at)
    return current
  }

  async function reload(): Promise<void> {
    turns = await approvedTurns(db)
    current = { ...current, from: Number.POSITIVE_INFINITY, until: 0 }
  }

  let closed = false
  /** Until it has been read: who missed a version would go on by the one before. */
  async function reloadSurely(): Promise<void> {
    while (!closed) {
      try {
        return await reload()
      } catch (error) {
        log.warn({ err: error }, 'the versions of tariffs and calendar could not be read')
        await sleep(1000, undefined, { ref: false })
      }
    }
  }

  const stop = await database.listen(channel, {
    onMessage: () => void reloadSurely(),
    onGap: () => void reloadSurely(),
  })
  await reload()
  for (const kind of remembered) {
    const { version, sha256 } = countsAt(kind, started.getTime())
    if (sha256 !== ofFile[kind].sha256)
      log.info({ kind, version }, 'a version of the office counts, not the lender’s file')
  }

  /** The product as some tariffs have it; null: the file's, of before there were versions. */
  async function productOf(tariffs: string | null, id: string | undefined): Promise<Product | undefined> {
    const sha256 = tariffs ?? ofFile.tariffs.sha256
    const kept = parsed.get(sha256) ? { sha256, content: '' } : await readContent(db, sha256)
    return kept && findProduct({ products: [...productsBy(kept)] }, id)
  }

  const caps = openCaps(clock)
  return {
    /** Its products, calendar and texts are always those that count now. */
    lender: liveView(() => now().lender),

    /** The lender as somebody is shown it; the same object until something of it changes. */
    seenAs<T>(make: (lender: Lender) => T): () => T {
      let made: { readonly of: Lender; readonly seen: T } | undefined
      return () => {
        const { lender } = now()
        if (made?.of !== lender) made = { of: lender, seen: make(lender) }
        return made.seen
      }
    },

    productOf,

    /** A product's name, also of one that is offered no more. */
    productName(id: string | undefined): string | undefined {
      const before = turns.filter(({ kind }) => kind === 'tariffs').toReversed()
      const all = [now().lender.products, ...before.map(productsBy), file.products]
      return all.flatMap((products) => products.find((product) => product.id === id)?.name ?? [])[0]
    },

    /**
     * The tariffs a request is decided by: those of the moment it was sent, which its owner has seen and signed; where they have no such loan, or
     * its price is over a cap of today, those of today.
     */
    forRequest(sentAt: Date | null, { product: id, amount, term, promo, firstLoan }: Facts): Stretch {
      const today = now()
      if (!sentAt || !amount || !term) return today
      const then = stretchAt(sentAt.getTime())
      const product = findProduct(then.lender, id)
      if (!product || wishProblem(product, { amount, term })) return today
      const day = dateInZone(clock.now(), file.zone)
      const wish = { amount: kopecks(amount), term, promo, firstLoan: firstLoan ?? true }
      return quote(product, wish, day, file.rules).brokenCaps.length > 0 ? today : then
    },

    kinds: [
      tariffsKind({ platform, lender: file, ofFile: ofFile.tariffs, caps, productOf }),
      calendarKind({ clock, lender: file, ofFile: ofFile.calendar }),
      textsKind(ofFile.texts),
    ],

    /** The words of notices that are the lender's own now, and the hash of their version. */
    texts: () => ({ own: now().lender.texts, sha256: now().texts }),

    /** Something was approved or taken back: every server reads what counts anew. */
    turned(tx: Tx): void {
      tx.notify(channel, '')
      tx.afterCommit(reload)
    },

    async close(): Promise<void> {
      closed = true
      await stop()
    },
  }
}

export type Terms = Awaited<ReturnType<typeof openTerms>>
