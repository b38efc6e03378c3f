import { Button } from '../actions/Button.tsx'
import { Card } from '../frame/Card.tsx'
import { Page } from '../frame/Page.tsx'
import { Soft } from '../frame/Stack.tsx'
import { RequestsStale } from '../request/RequestsFailed.tsx'
import { Dial } from '../show/Dial.tsx'
import { Facts } from '../show/Facts.tsx'
import { ListRow } from '../show/ListRow.tsx'
import { Rows } from '../show/Rows.tsx'
import { Scene, scenes } from '../show/Scene.tsx'
import { Tag } from '../show/Tag.tsx'
import { Track } from '../show/Track.tsx'
import { Shown } from './shown.tsx'

export function DeskSheet() {
  return (
    <Page title="Рабочий стол" heading={null} aside={{ href: '/step16', text: 'Профиль' }}>
      <Shown more={{ requestsFailure: 'Нет связи с сервером.' }}>
        <RequestsStale />
      </Shown>
      <Card main above={<>Заявка на 15&nbsp;000&nbsp;₽, 14 дней</>} title="Проверяем документы">
        <Track at={1} />
        <Scene of="reading" />
        <p>От вас сейчас ничего не нужно. Ответим сообщением и&nbsp;здесь, страницу можно закрыть.</p>
        <Facts
          facts={[
            { value: '3-я', label: 'в очереди' },
            { value: '≈ 12 мин', label: 'обычно в это время' },
          ]}
        />
      </Card>
      <Card title={<>Деньги придут в&nbsp;18:40</>}>
        <Dial left={4_569_000} total={14_400_000} below="из 4 часов" />
        <Soft>Договор подписан. По закону есть время передумать: проценты не идут, отказ бесплатный.</Soft>
        <Button kind="soft">Отказаться от займа</Button>
      </Card>
      <Card title={<>Деньги придут в&nbsp;18:40</>}>
        <Dial left={0} total={14_400_000} below="из 4 часов" />
      </Card>
      {([0, 2, 3, 4] as const).map((at) => (
        <Track key={at} at={at} />
      ))}
      {scenes.map((of) => (
        <Card key={of} title={of}>
          <Scene of={of} />
        </Card>
      ))}
      {(['warn', 'bad', 'tint'] as const).map((tone) => (
        <Card key={tone} tone={tone} title={`Карточка: ${tone}`}>
          Слова на её фоне
        </Card>
      ))}
      <Card title="Помощь">
        <Rows>
          <ListRow icon="phone" title="8 800 000-00-00" sub="Открыто до 20:00 по Москве" href="tel:88000000000" />
          <ListRow icon="message" title="Написать в мессенджер" sub="Ответим за 5–10 минут" onClick={() => undefined} />
          <ListRow icon="edit" tone="warn" title="Паспорт" end={<Tag tone="warn">поправить</Tag>} href="/step9" />
          <ListRow icon="check" tone="done" title="О вас" end={<Tag tone="good">готово</Tag>} href="/step10" />
          <ListRow icon="document" title="Ещё не начато" />
        </Rows>
      </Card>
      <Card>
        <ListRow icon="documents" title="Документы и согласия" sub="Всё, что вы подписали, с датами" href="/docs" />
        <ListRow icon="calendar" title="Напомнить в календаре" end="5 дек" />
      </Card>
    </Page>
  )
}
