import { useState } from 'react'
import { Button } from '../actions/Button.tsx'
import { CrashFallback } from '../feedback/CrashFallback.tsx'
import { Dialog } from '../feedback/Dialog.tsx'
import { Empty } from '../feedback/Empty.tsx'
import { ErrorDialog } from '../feedback/ErrorDialog.tsx'
import { ErrorSummary } from '../feedback/ErrorSummary.tsx'
import { Notice } from '../feedback/Notice.tsx'
import { Overlay } from '../feedback/Overlay.tsx'
import { SavedMark } from '../feedback/SavedMark.tsx'
import { toast } from '../feedback/toast.ts'
import { Card } from '../frame/Card.tsx'
import { Page } from '../frame/Page.tsx'
import { Icon, iconNames } from '../icons.tsx'
import { PhotoFrame } from '../show/PhotoFrame.tsx'
import { Progress } from '../show/Progress.tsx'
import { Kbd, Tag } from '../show/Tag.tsx'
import s from './gallery.module.css'

const opening = new URLSearchParams(location.search).get('open')

export function FeedbackSheet() {
  const [open, setOpen] = useState(opening)
  const close = () => setOpen(null)
  return (
    <Page title="Ответы" heading="Кнопки, ответы, знаки">
      <Button>Главная</Button>
      <Button busy>Отправляем</Button>
      <Button disabled>Недоступна</Button>
      <Button kind="soft" onClick={() => toast('Ссылка скопирована')}>
        Мягкая: сообщение
      </Button>
      <Button kind="danger" onClick={() => setOpen('error')}>
        Опасная: ошибка
      </Button>
      <Button kind="quiet" onClick={() => setOpen('dialog')}>
        Тихая: вопрос
      </Button>
      <Button
        small
        kind="soft"
        icon="refresh"
        onClick={() => {
          setOpen('overlay')
        }}
      >
        обработка
      </Button>
      <ErrorSummary
        items={[
          { id: 'a', message: 'Укажите фамилию' },
          { id: 'b', message: 'Проверьте дату выдачи', fixed: true },
        ]}
      />
      <ErrorSummary items={[{ id: 'b', message: 'Проверьте дату выдачи', fixed: true }]} />
      <SavedMark state="saved" />
      <SavedMark state="saving" />
      <SavedMark state="offline" />
      <Notice title="Займов хватит на один раз">Больше одного открытого займа не даём.</Notice>
      <Notice tone="good">Паспорт действителен.</Notice>
      <Notice tone="warn">Замените паспорт до 12 марта.</Notice>
      <Notice tone="bad" title="Платёж не прошёл">
        Банк отклонил перевод. Выберите другой способ.
      </Notice>
      <div className={s.line}>
        <Tag>черновик</Tag>
        <Tag tone="good">взята вами, 14:20</Tag>
        <Tag tone="warn">ждёт 11 мин</Tag>
        <Tag tone="bad">не совпадает</Tag>
        <Kbd>A</Kbd>
      </div>
      <Progress label="Загрузка" value={0.6} />
      <PhotoFrame title="Разворот паспорта" icon="passport" />
      <PhotoFrame title="Снимок" state="bad" caption="Блик на фамилии: переснимите" />
      <Card>
        <Empty title="Заявок пока нет" action={<Button small>Создать</Button>}>
          Здесь появится ваша первая заявка.
        </Empty>
      </Card>
      <CrashFallback />
      <div className={s.icons}>
        {iconNames().map((name) => (
          <span key={name}>
            <Icon name={name} size={26} />
            {name}
          </span>
        ))}
      </div>
      <ErrorDialog open={open === 'error'} onClose={close} messenger="https://example.org" trace="пример-1" />
      <Dialog
        open={open === 'dialog'}
        onClose={close}
        title="Отказаться от займа?"
        actions={
          <>
            <Button kind="danger" onClick={close}>
              Отказаться
            </Button>
            <Button kind="quiet" onClick={close}>
              Оставить
            </Button>
          </>
        }
      >
        <p>Деньги не придут, договор закроется. Это ничего не стоит.</p>
      </Dialog>
      <Overlay open={open === 'overlay'} onBack={close} patience={opening ? 300 : 3000} />
    </Page>
  )
}
