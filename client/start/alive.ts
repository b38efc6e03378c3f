/**
 * The start drawn ahead answers a finger before React has come. One script in the page (`checks/setup/build.ts`), no library: the price is
 * `quickPrice`'s, which `quick.test.ts` holds equal to the offer's. What is chosen is kept as the app keeps it, and the link carries it.
 */
import { quickPrice } from '#contract/calculation/quick.ts'
import { formatDate, type IsoDate } from '#contract/dates.ts'
import type { PublicLender } from '#contract/lender.ts'
import { formatPercent, formatRoubles, kopecks } from '#contract/money.ts'
import { findProduct, formatTerm, switchedWish, type Wish, wishOf, wishQuery } from '#contract/wish.ts'
import { keepWish, keptWish } from '#ui/request/keptWish.ts'
import { freeLoanWords } from './freeLoan.ts'

declare global {
  interface Window {
    /** Resolves once no finger holds a slider of the picture */
    startReleased?: () => Promise<void>
  }
}

const start = document.getElementById('start')!
/** A page without it is the app's to speak of: its picture stays still */
const lender: PublicLender | null = JSON.parse(document.getElementById('lender')?.textContent ?? 'null')
const pictures = [...start.querySelectorAll<HTMLElement>('[data-product]')]

let wish: Wish

const write = (element: Element | null | undefined, text: string) => {
  if (element) element.textContent = text
}

/** The picture of the wish's product, with the wish in it */
function draw(lender: PublicLender): HTMLElement | undefined {
  const product = findProduct(lender, wish.product)
  const picture = pictures.find((one) => one.dataset.product === wish.product)
  if (!product || !picture) return
  for (const one of pictures) one.hidden = one !== picture
  const radio = picture.querySelector<HTMLInputElement>(`[type=radio][value="${product.id}"]`)
  if (radio) radio.checked = true
  const figures = [
    [wish.amount, formatRoubles(kopecks(wish.amount))],
    [wish.term, formatTerm(product, wish.term)],
  ] as const
  picture.querySelectorAll<HTMLInputElement>('[type=range]').forEach((range, place) => {
    const [value, text] = figures[place]!
    range.value = String(value)
    range.style.setProperty(
      '--part',
      String((value - Number(range.min)) / (Number(range.max) - Number(range.min) || 1)),
    )
    range.setAttribute('aria-valuetext', text)
    write(range.parentElement!.querySelector('output'), text)
  })
  const price = quickPrice(product, { ...wish, firstLoan: false }, picture.dataset.today as IsoDate)
  const words = [
    formatRoubles(price.payment),
    formatRoubles(price.totalToReturn),
    formatDate(price.lastDate, 'short'),
    formatPercent(price.fullCostPercent),
  ]
  // the payment each stands before the rest, where there are several
  const places = picture.querySelectorAll('dl dd')
  places.forEach((place, n) => {
    write(place, words[n + 4 - places.length]!)
  })
  const link = picture.querySelector<HTMLAnchorElement>('a[href^="/step19"]')
  if (link) {
    link.href = `/step19?${wishQuery(wish)}`
    write(link.querySelector('span span'), `Получить ${figures[0][1]}`)
    const free = freeLoanWords(product, wish.amount)
    if (free) write(link.nextElementSibling?.lastElementChild, free)
  }
  return picture
}

function choose(lender: PublicLender, change: Partial<Wish>): HTMLElement | undefined {
  wish = { ...wish, ...change }
  keepWish({ ...keptWish(lender), ...wish, promo: wish.promo ?? '' })
  return draw(lender)
}

start.addEventListener('input', ({ target }) => {
  const input = target as HTMLInputElement
  if (!lender) return
  if (input.type === 'radio') {
    choose(lender, switchedWish(lender, wish, input.value))
      ?.querySelector<HTMLInputElement>('[type=radio]:checked')
      ?.focus()
    return
  }
  const amount = input === input.closest('[data-product]')?.querySelector('[type=range]')
  choose(lender, { [amount ? 'amount' : 'term']: input.valueAsNumber })
})

// A finger on a slider holds the taking over back, and the focus stays where it was.
let held = false
let release = () => {}
const holding = (now: boolean) => () => {
  held = now
  if (!now) release()
}
start.addEventListener('pointerdown', holding(true))
for (const end of ['pointerup', 'pointercancel']) addEventListener(end, holding(false))
window.startReleased = () =>
  new Promise((resolve) => {
    release = resolve
    if (!held) resolve()
  })

let focused = -1
const shownInputs = (place: string) =>
  [...document.querySelectorAll<HTMLElement>(`${place} input`)].filter((input) => input.offsetParent)
start.addEventListener('focusin', ({ target }) => {
  focused = shownInputs('#start').indexOf(target as HTMLElement)
})
start.addEventListener('focusout', () =>
  setTimeout(() => {
    if (start.isConnected && !start.contains(document.activeElement)) focused = -1
  }),
)
new MutationObserver((_changes, observer) => {
  if (start.isConnected) return
  observer.disconnect()
  if (focused >= 0) shownInputs('#root')[focused]?.focus({ preventScroll: true })
}).observe(document.body, { childList: true })

// not before the first pixels
requestAnimationFrame(() =>
  setTimeout(() => {
    if (!lender) return
    wish = wishOf(keptWish(lender), lender)
    draw(lender)
    for (const input of start.querySelectorAll('input')) input.disabled = false
  }),
)
