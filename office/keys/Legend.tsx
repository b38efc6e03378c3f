import { useState } from 'react'
import { Button } from '#ui/actions/Button.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Kbd } from '#ui/show/Tag.tsx'
import s from './Legend.module.css'
import { useKeys } from './useKeys.ts'

type Keys = readonly (readonly [keys: string, does: string])[]

/** A button, and the key ?, for the list of this screen's keys */
export function Legend({ keys }: { keys: Keys }) {
  const [open, setOpen] = useState(false)
  useKeys({ 'shift+slash': () => setOpen(true) })
  return (
    <>
      <Button small kind="quiet" aria-label="Клавиши" title="Клавиши" onClick={() => setOpen(true)}>
        <Kbd>?</Kbd>
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Клавиши"
        actions={<Close onClick={() => setOpen(false)} />}
      >
        <p className={s.note}>Работают в любой раскладке, пока вы не пишете в поле.</p>
        <dl className={s.keys}>
          {keys.map(([names, does]) => (
            <div key={names}>
              <dt>
                {names.split(' ').map((name) => (
                  <Kbd key={name}>{name}</Kbd>
                ))}
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </Dialog>
    </>
  )
}

function Close({ onClick }: { onClick(): void }) {
  return (
    <Button kind="soft" onClick={onClick}>
      Понятно
    </Button>
  )
}
