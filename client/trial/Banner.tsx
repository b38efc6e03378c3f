import { type RefObject, useEffect, useRef } from 'react'
import { Button } from '#ui/actions/Button.tsx'
import { useStore } from '../store.ts'
import { inventedPhone } from './answers.ts'
import s from './Banner.module.css'
import { sentCode } from './state.ts'

/** As if it had been typed: what stands in the field is React's */
function type(input: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

function enterCode(code: string): void {
  const input = document.querySelector<HTMLInputElement>('input[autocomplete="one-time-code"]')
  if (input) type(input, code)
}

/** The phone of a sign-in is no answer of a step: its field is filled as it appears, once */
function useInventedPhone(): void {
  useEffect(() => {
    const filled = new WeakSet<Element>()
    const look = () => {
      const input = document.querySelector<HTMLInputElement>('input[autocomplete="tel"]')
      if (!input || filled.has(input)) return
      filled.add(input)
      if (input.value === '') type(input, inventedPhone)
    }
    const watch = new MutationObserver(look)
    watch.observe(document.body, { childList: true, subtree: true })
    return () => watch.disconnect()
  }, [])
}

/** How high the banner is, for what is fixed to the window and for what is scrolled to */
function useHeightAbove(banner: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = banner
    if (!current || typeof ResizeObserver === 'undefined') return
    const watch = new ResizeObserver(() =>
      document.documentElement.style.setProperty('--above', `${current.offsetHeight}px`),
    )
    watch.observe(current)
    return () => watch.disconnect()
  }, [banner])
}

/** Stands above every screen of a trial: that it is one, the code that was «sent», the way out */
export function Banner() {
  const code = useStore(sentCode)
  const banner = useRef<HTMLElement>(null)
  useInventedPhone()
  useHeightAbove(banner)
  return (
    <aside className={s.banner} ref={banner} aria-label="Проба">
      <p className={s.words}>
        <strong>Проба:</strong> данные вымышлены, ничего не отправляется
      </p>
      <a className={s.out} href="/" data-leaves="">
        Закончить
      </a>
      {code && (
        <div className={s.code}>
          <p role="status">
            Код придуман: <b>{code}</b>
          </p>
          <Button small kind="quiet" onClick={() => enterCode(code)}>
            Подставить
          </Button>
        </div>
      )}
    </aside>
  )
}
