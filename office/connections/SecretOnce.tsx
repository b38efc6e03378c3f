import { Button } from '#ui/actions/Button.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { toast } from '#ui/feedback/toast.ts'
import s from './Connections.module.css'

export type Shown = {
  readonly id: string
  readonly secret: string
  /** What it is sent as: `client_id` of a system, nothing of a webhook */
  readonly client: boolean
  readonly pending: boolean
}

/** A secret that was just made: the server keeps only what is needed to check it */
export function SecretOnce({ id, secret, client, pending }: Shown) {
  const copy = async () => {
    const done = await navigator.clipboard?.writeText(secret).then(
      () => true,
      () => false,
    )
    toast(done ? 'Секрет скопирован' : 'Не получилось скопировать: выделите секрет')
  }
  return (
    <div className={s.secret}>
      <Notice tone="warn" title="Показываем один раз">
        Передайте секрет тому, кто настраивает систему, не по почте. Потерянный не восстановить, только сделать новый.
      </Notice>
      {client && (
        <p>
          client_id: <span className={s.value}>{id}</span>
        </p>
      )}
      <p>
        {client ? 'client_secret: ' : 'Секрет подписи: '}
        <span className={s.value}>{secret}</span>
      </p>
      {pending && <Notice title="Пока не действует">Начнёт, когда подтвердит другой администратор.</Notice>}
      <Button kind="soft" wide={false} onClick={() => void copy()}>
        Скопировать
      </Button>
    </div>
  )
}
