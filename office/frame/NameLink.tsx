import { Link } from 'wouter'
import s from './NameLink.module.css'

/** The name of a client in a list, leading to what the row is of: one line, however long it is */
export function NameLink({ href, name }: { readonly href: string; readonly name: string }) {
  return (
    <Link href={href} className={s.name} title={name}>
      {name}
    </Link>
  )
}
