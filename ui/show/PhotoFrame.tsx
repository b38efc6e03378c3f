import { type ReactNode, useState } from 'react'
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
  const [unreadable, setUnreadable] = useState<string>()
  return (
    <figure className={classes(s.frame, s[state], portrait && s.portrait)}>
      {src && src !== unreadable ? (
        // a kind this browser cannot draw, such as HEIC, has no broken picture in its place
        <img src={src} alt={title} onError={() => setUnreadable(src)} />
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
