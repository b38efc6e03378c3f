import { toast } from '#ui/feedback/toast.ts'
import { trialPath } from './state.ts'

const isInside = ({ origin, pathname }: URL) =>
  origin === location.origin && (pathname === trialPath || pathname.startsWith(`${trialPath}/`))

/** Links lead to screens of the trial or nowhere: papers, messengers and phones are the real product's. The way out is marked as such */
export function keepInside(): void {
  const look = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link?.href || link.dataset.leaves !== undefined) return
    if (isInside(new URL(link.href)) && link.target !== '_blank') return
    event.preventDefault()
    event.stopPropagation()
    toast('В пробе это не открывается: документы и связь с нами — на настоящих страницах.')
  }
  document.addEventListener('click', look, true)
  document.addEventListener('auxclick', look, true)
}
