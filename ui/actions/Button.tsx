import type { ComponentProps, ReactNode } from 'react'
import { classes } from '../classes.ts'
import { Icon, type IconName } from '../icons.tsx'
import { Anchor } from './Anchor.tsx'
import s from './Button.module.css'

export type ButtonKind = 'primary' | 'soft' | 'quiet' | 'danger'

type Look = {
  kind?: ButtonKind | undefined
  small?: boolean | undefined
  wide?: boolean | undefined
  icon?: IconName | undefined
}

type ButtonProps = Look &
  Omit<ComponentProps<'button'>, 'className' | 'style'> & {
    /** At work: the words stay, a spinner joins them, further taps are ignored but the focus is kept */
    busy?: boolean | undefined
  }

/** A button; full width unless `small` or `wide={false}`. Its type is "button" unless said otherwise */
export function Button({ kind = 'primary', small, wide, icon, busy = false, onClick, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={look({ kind, small, wide })}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      <Words icon={icon} busy={busy}>
        {children}
      </Words>
    </button>
  )
}

type ButtonLinkProps = Look & Omit<ComponentProps<typeof Anchor>, 'className' | 'style'>

/** A link that looks like a button: it goes somewhere, it does nothing */
export function ButtonLink({ kind = 'primary', small, wide, icon, children, ...rest }: ButtonLinkProps) {
  return (
    <Anchor {...rest} className={look({ kind, small, wide })}>
      <Words icon={icon}>{children}</Words>
    </Anchor>
  )
}

function Words({ icon, busy, children }: { icon: IconName | undefined; busy?: boolean; children: ReactNode }) {
  return (
    <span className={s.words}>
      {busy ? <span className={s.spin} aria-hidden="true" /> : icon && <Icon name={icon} size={20} />}
      <span>{children}</span>
    </span>
  )
}

function look({ kind, small, wide }: Look): string {
  return classes(s.button, s[kind ?? 'primary'], small && s.small, wide === false && s.narrow)
}
