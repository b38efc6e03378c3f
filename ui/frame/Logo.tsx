import { useBrand } from '../brand.ts'
import s from './Logo.module.css'

/** The lender's picture, or the mark and the name */
export function Logo() {
  const { logoText: name, logo, logoDark } = useBrand()
  if (logo)
    return (
      <picture>
        {logoDark && <source srcSet={logoDark} media="(prefers-color-scheme: dark)" />}
        <img className={s.picture} src={logo} alt={name} height="28" />
      </picture>
    )
  return (
    <span className={s.logo}>
      <svg className={s.mark} width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
        <rect width="22" height="22" rx="7" fill="currentColor" />
        <path className={s.tick} d="m6.500 11.300 3.200 3.200 6-6.500" fill="none" strokeWidth="2.800" />
      </svg>
      {name}
    </span>
  )
}
