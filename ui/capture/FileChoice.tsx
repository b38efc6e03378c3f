import { useId } from 'react'
import { classes } from '../classes.ts'
import { Icon } from '../icons.tsx'
import s from './FileChoice.module.css'

type FileChoiceProps = {
  label: string
  accept: string
  /** Opens the system's camera where there is one */
  capture?: 'user' | 'environment'
  /** Beside the shutter, on the dark screen */
  beside?: boolean
  onFile(file: File): void
}

/** A file instead of the camera: the platform's own picker behind a button's look */
export function FileChoice({ label, accept, capture, beside = false, onFile }: FileChoiceProps) {
  const id = useId()
  return (
    <label htmlFor={id} className={classes(s.choice, beside && s.beside)}>
      <Icon name={accept.startsWith('video') ? 'video' : 'image'} size={20} />
      <span>{label}</span>
      <input
        id={id}
        type="file"
        accept={accept}
        {...(capture && { capture })}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) onFile(file)
        }}
      />
    </label>
  )
}
