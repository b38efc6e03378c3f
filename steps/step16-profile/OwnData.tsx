import { useState } from 'react'
import { forgetMe, ownData } from '#contract/calls/ownData.ts'
import { formatDate, type IsoDate } from '#contract/dates.ts'
import { Button } from '#ui/actions/Button.tsx'
import { ConfirmationDialog } from '#ui/auth/ConfirmationDialog.tsx'
import { CallError } from '#ui/callError.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Problem } from '#ui/feedback/Notice.tsx'
import { Card } from '#ui/frame/Card.tsx'
import { Stack } from '#ui/frame/Stack.tsx'
import { useServices } from '#ui/services.ts'
import { useAttempt } from '#ui/useAct.ts'

type Wish = 'download' | 'forget'

const why: Record<Wish, string> = {
  download: 'В файле будут ваш паспорт и адрес. Пришлём код на номер, с которым вы вошли.',
  forget: 'Вы удаляете свои данные навсегда. Пришлём код на номер, с которым вы вошли.',
}

function saveAsFile(data: unknown) {
  const address = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = 'moi-dannye.json'
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** Everything kept of the borrower: to take away, and to have deleted as far as the law lets us */
export function OwnData({ onForgotten }: { onForgotten(): Promise<void> }) {
  const { call, toast } = useServices()
  const [wish, setWish] = useState<Wish | null>(null)
  const [asking, setAsking] = useState(false)
  const [kept, setKept] = useState('')

  const { isBusy, problem, attempt } = useAttempt((error, what) => {
    const code = error instanceof CallError ? error.code : ''
    if (code === 'state_conflict')
      return 'Сейчас удалить нельзя: у вас есть заявка или заём. Отзовите заявку или верните заём — и приходите снова.'
    if (code !== 'confirm_again') return error instanceof Error ? error.message : 'Не получилось. Попробуйте ещё раз.'
    setWish(what === 'forget' ? 'forget' : 'download')
    return ''
  })

  const download = () =>
    attempt(async () => {
      saveAsFile(await call(ownData, {}))
      toast('Файл сохранён')
    }, 'download')
  const forget = () =>
    attempt(async () => {
      const { keptUntil } = await call(forgetMe, { body: { sure: true } })
      if (keptUntil) setKept(keptUntil)
      else await onForgotten()
    }, 'forget')

  return (
    <Card title="Ваши данные">
      <p>Всё, что мы о вас храним: анкета, согласия, документы, сообщения и что происходило с заявками.</p>
      <Button kind="soft" busy={isBusy('download')} onClick={() => void download()}>
        Скачать мои данные
      </Button>
      <Button kind="soft" busy={isBusy('forget')} onClick={() => setAsking(true)}>
        Удалить мои данные
      </Button>
      <Problem>{problem}</Problem>
      <Dialog open={asking} onClose={() => setAsking(false)} title="Удалить данные?">
        <Stack>
          <p>
            Удалим фото, видео, незаконченные заявки и переписку, вход закроется. Если вы у нас занимали, договор с
            анкетой и подтверждение подписи останутся на пять лет после возврата: так требует закон. Вернуть удалённое
            нельзя.
          </p>
          <Button
            onClick={() => {
              setAsking(false)
              void forget()
            }}
          >
            Удалить
          </Button>
          <Button kind="soft" onClick={() => setAsking(false)}>
            Оставить
          </Button>
        </Stack>
      </Dialog>
      <Dialog open={kept !== ''} onClose={() => void onForgotten()} title="Данные удалены">
        <Stack>
          <p>
            Фото, видео и переписка удалены. Договор с анкетой и подтверждение подписи закон велит хранить до{' '}
            {kept && formatDate(kept as IsoDate)}, потом удалим и их.
          </p>
          <Button onClick={() => void onForgotten()}>Понятно</Button>
        </Stack>
      </Dialog>
      <ConfirmationDialog
        open={wish !== null}
        why={wish ? why[wish] : ''}
        onClose={() => setWish(null)}
        onConfirmed={() => {
          const wished = wish
          setWish(null)
          void (wished === 'forget' ? forget() : download())
        }}
      />
    </Card>
  )
}
