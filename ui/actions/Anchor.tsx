import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'wouter'

type AnchorProps = Omit<ComponentProps<'a'>, 'href'> & { href: string; children: ReactNode }

/** Pages of the server itself and of another app, which the in-page router must not catch */
const served = /^\/(service|office|health|metrics|authenticated|trial)(\/|$)/

/** A link: within the app by the router, elsewhere (tel:, mailto:, other sites, the server's files) by the browser */
export function Anchor({ href, children, ...rest }: AnchorProps) {
  const inside = href.startsWith('/') && !served.test(href) && !rest.target && rest.download === undefined
  if (inside)
    return (
      <Link href={href} {...rest}>
        {children}
      </Link>
    )
  const away = rest.target === '_blank' ? { rel: 'noopener noreferrer' } : {}
  return (
    <a href={href} {...away} {...rest}>
      {children}
    </a>
  )
}
