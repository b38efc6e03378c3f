import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { Icon, type IconName } from '../icons.tsx'
import s from './PhotoFrame.module.css'

type PhotoFrameProps = {
  /** Address of the picture; none yet: the placeholder */
  src?: string | undefined
  /** What the picture shows, for screen readers and the placeholder */
  title: string
  icon?: IconName | undefined
  state?: 'plain' | 'good' | 'bad' | undefined
  portrait?: boolean | undefined
  /** Over the lower edge: state of the upload, what is wrong */
  caption?: ReactNode
}

/** A taken photo, or the place where it will be */
export function PhotoFrame({ src, title, icon = 'image', state = 'plain', portrait, caption }: PhotoFrameProps) {
  return (
    <figure className={classes(s.frame, s[state], portrait && s.portrait)}>
      {src ? (
        <img src={src} alt={title} />
      ) : (
        <span className={s.none}>
          <Icon name={icon} size={34} />
          {title}
        </span>
      )}
      {caption && <figcaption>{caption}</figcaption>}
    </figure>
  )
}
