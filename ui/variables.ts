import { type RefObject, useLayoutEffect } from 'react'

/**
 * Sets one CSS custom property on an element from script. Not by the `style` prop: prerendered HTML would then carry a
 * `style` attribute, which the Content-Security-Policy forbids.
 */
export function useVariable(ref: RefObject<HTMLElement | null>, name: `--${string}`, value: string): void {
  useLayoutEffect(() => {
    ref.current?.style.setProperty(name, value)
  }, [ref, name, value])
}
