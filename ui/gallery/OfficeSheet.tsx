import { Button } from '../actions/Button.tsx'
import { Card } from '../frame/Card.tsx'
import { PhotoFrame } from '../show/PhotoFrame.tsx'
import { type Column, Table } from '../show/Table.tsx'
import { Kbd, Tag } from '../show/Tag.tsx'
import s from './gallery.module.css'

type Answer = { label: string; typed: string; read: string }

const rows: readonly Answer[] = [
  { label: 'Серия и номер', typed: '45 09 235857', read: '45 09 235857' },
  { label: 'Дата выдачи', typed: '12.03.2009', read: '12.03.2019' },
  { label: 'Фамилия', typed: 'Примерова', read: 'ПРИМЕРОВА' },
]
const differs = (row: Answer) => row.typed.toUpperCase() !== row.read
const columns: readonly Column<Answer>[] = [
  { key: 'label', title: 'поле', head: true, cell: (row) => row.label },
  { key: 'typed', title: 'введено', cell: (row) => row.typed, bad: differs },
  { key: 'read', title: 'прочитано', cell: (row) => row.read, bad: differs },
]

export function OfficeSheet() {
  return (
    <main className={s.office}>
      <h1>Заявка 15&nbsp;000&nbsp;₽</h1>
      <PhotoFrame title="Паспорт, разворот" icon="passport" />
      <Card title="Паспорт, разворот">
        <div className={s.line}>
          <Tag tone="warn">ждёт 11 мин</Tag>
          <Tag tone="good">взята вами, 14:20</Tag>
        </div>
        <Table caption="Сверка" columns={columns} rows={rows} rowKey={(row) => row.label} chosen="Фамилия" />
        <Button kind="soft">
          Вернуть <Kbd>V</Kbd>
        </Button>
        <Button>
          Одобрить <Kbd>A</Kbd>
        </Button>
      </Card>
    </main>
  )
}
