import type { ReactNode } from 'react'
import { Button } from '#ui/actions/Button.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import type { IconName } from '#ui/icons.tsx'
import { type Column, Table } from '#ui/show/Table.tsx'
import type { Pages } from '../useRead.ts'
import s from './ListScreen.module.css'
import { Loading } from './Loading.tsx'
import { Screen } from './Screen.tsx'
import { Trouble } from './Trouble.tsx'

type Props<Row> = {
  title: string
  list: Pages<unknown, Row>
  columns: readonly Column<Row>[]
  rowKey(row: Row): string
  empty: { readonly icon: IconName; readonly title: string; readonly text: string }
  actions?: ReactNode
  /** Between the heading and the table */
  children?: ReactNode
}

/** A screen that is one table, read page by page */
export function ListScreen<Row>({ title, list, columns, rowKey, empty, actions, children }: Props<Row>) {
  return (
    <Screen title={title} actions={actions}>
      {children}
      {list.error && <Trouble error={list.error} onAgain={list.again} />}
      {list.first === undefined && !list.error && <Loading />}
      {list.first !== undefined && (
        <Sheet>
          <Table
            caption={title}
            columns={columns}
            rows={list.items}
            rowKey={rowKey}
            empty={
              <Empty icon={empty.icon} title={empty.title}>
                {empty.text}
              </Empty>
            }
          />
        </Sheet>
      )}
      {list.more && (
        <Button small kind="soft" busy={list.busy} onClick={list.more}>
          Показать ещё
        </Button>
      )}
    </Screen>
  )
}

/** The ground under a table */
export function Sheet({ children }: { children: ReactNode }) {
  return <div className={s.sheet}>{children}</div>
}
