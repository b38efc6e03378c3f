/**
 * Leaving a field by tapping a button shows an error under the field, and the button moves from under the finger before
 * the tap lands: the tap is lost. So while a finger or mouse button is down, what leaving changes waits until it is up
 * and its click is over.
 */
const waiting: (() => void)[] = []
let down = false
let listening = false

function listen(): void {
  if (listening) return
  listening = true
  const released = () => {
    down = false
    // the click comes after pointerup, in a task of its own on some browsers
    setTimeout(() => {
      if (down) return
      for (const act of waiting.splice(0)) act()
    }, 60)
  }
  addEventListener('pointerdown', () => (down = true), true)
  addEventListener('pointerup', released, true)
  addEventListener('pointercancel', released, true)
}

/** Does it now, or as soon as no finger is on the screen */
export function afterTheTap(act: () => void): void {
  if (down) waiting.push(act)
  else act()
}

/** Starts watching fingers; safe to call often */
export const watchFingers = listen
