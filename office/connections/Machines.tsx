import { useState } from 'react'
import {
  addMachineSecret,
  decideMachine,
  endMachine,
  endMachineSecret,
  officeMachines,
} from '#contract/calls/office/machines.ts'
import { formatDate, type IsoDate } from '#contract/dates.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { type Column, Table } from '#ui/show/Table.tsx'
import { Tag } from '#ui/show/Tag.tsx'
import { makeCall } from '../calls.ts'
import { Sheet } from '../frame/ListScreen.tsx'
import { Loading } from '../frame/Loading.tsx'
import { Trouble } from '../frame/Trouble.tsx'
import { useMoments } from '../moments.ts'
import { useAct } from '../useAct.ts'
import { useRead } from '../useRead.ts'
import s from './Connections.module.css'
import { type Machine, MachineDialog } from './MachineDialog.tsx'
import { SecretOnce, type Shown } from './SecretOnce.tsx'

const wishWords = { make: 'новая система', change: 'изменение', secret: 'новый секрет', end: 'отключить насовсем' }
const stateWords = {
  asked: ['ждёт подтверждения', 'warn'],
  active: ['работает', 'good'],
  stopped: ['остановлена', 'bad'],
  ended: ['отключена', 'plain'],
} as const

/** The lender's other systems: who they are, what they may, what waits for a second administrator */
export function Machines() {
  const moment = useMoments()
  const { data, error, mutate } = useRead(officeMachines, {}, { every: 30_000 })
  const [editing, setEditing] = useState<Machine | 'new' | null>(null)
  const [shown, setShown] = useState<Shown | null>(null)
  const { isBusy, act } = useAct({ after: mutate })

  const decide = ({ id }: Machine, confirm: boolean) =>
    act(async () => {
      await makeCall(decideMachine, { params: { id }, body: { confirm } })
      return confirm ? 'Подтверждено' : 'Отклонено'
    }, id)
  const stop = ({ id, name }: Machine) =>
    act(async () => {
      const { pending } = await makeCall(endMachine, { params: { id } })
      return pending ? `${name}: остановлена. Насовсем отключит другой администратор` : `${name}: отключена`
    }, id)
  const newSecret = ({ id, secrets }: Machine) =>
    act(async (keyFor) => {
      setShown({
        ...(await makeCall(addMachineSecret, { params: { id } }, { key: keyFor(id, secrets) })),
        client: true,
      })
      return undefined
    }, id)
  const endOldest = ({ id, secrets }: Machine) =>
    act(async () => {
      const [oldest] = secrets
      if (oldest) await makeCall(endMachineSecret, { params: { id, secret: oldest.id } })
      return 'Старый секрет больше не действует'
    }, id)

  const columns: readonly Column<Machine>[] = [
    { key: 'name', title: 'Система', head: true, cell: ({ name }) => name },
    {
      key: 'state',
      title: 'Состояние',
      cell: ({ state, until }) => (
        <>
          <Tag tone={stateWords[state][1]}>{stateWords[state][0]}</Tag>
          {until && ` до ${formatDate(until as IsoDate, 'numeric')}`}
        </>
      ),
    },
    { key: 'scopes', title: 'Права', cell: ({ scopes }) => <span className={s.scopes}>{scopes.join(', ')}</span> },
    { key: 'calls', title: 'За 30 дней', end: true, cell: ({ calls }) => calls },
    { key: 'last', title: 'Последний вызов', cell: ({ lastUsed }) => (lastUsed ? moment(lastUsed) : 'не было') },
    {
      key: 'act',
      title: 'Действия',
      cell: (machine) =>
        machine.state === 'ended' ? null : machine.wish ? (
          <span className={s.actions}>
            {`${wishWords[machine.wish.kind]}: просит ${machine.wish.by}`}
            {machine.wish.mayConfirm && (
              <Button small busy={isBusy(machine.id)} onClick={() => void decide(machine, true)}>
                Подтвердить
              </Button>
            )}
            <Button small kind="quiet" busy={isBusy(machine.id)} onClick={() => void decide(machine, false)}>
              {machine.wish.mayConfirm ? 'Отклонить' : 'Отозвать'}
            </Button>
          </span>
        ) : (
          <span className={s.actions}>
            <Button small kind="soft" onClick={() => setEditing(machine)}>
              Изменить
            </Button>
            {machine.secrets.length > 1 ? (
              <Button small kind="soft" busy={isBusy(machine.id)} onClick={() => void endOldest(machine)}>
                Убрать старый секрет
              </Button>
            ) : (
              <Button small kind="soft" busy={isBusy(machine.id)} onClick={() => void newSecret(machine)}>
                Новый секрет
              </Button>
            )}
            <Button small kind="quiet" busy={isBusy(machine.id)} onClick={() => void stop(machine)}>
              Остановить
            </Button>
          </span>
        ),
    },
  ]

  return (
    <section className={s.part}>
      <div className={s.head}>
        <h2>Системы</h2>
        <Button small icon="plus" onClick={() => setEditing('new')}>
          Подключить систему
        </Button>
      </div>
      {error && <Trouble error={error} onAgain={() => void mutate()} />}
      {!data && !error && <Loading />}
      {data && (
        <>
          <p>
            Токены выдаёт <span className={s.value}>{data.tokenEndpoint}</span>
          </p>
          <Sheet>
            <Table
              caption="Системы"
              columns={columns}
              rows={data.items}
              rowKey={({ id }) => id}
              empty={
                <Empty icon="shield" title="Систем пока нет">
                  Подключите ядро, скоринг или хранилище: они получат свой секрет и свои права.
                </Empty>
              }
            />
          </Sheet>
        </>
      )}
      {editing && (
        <MachineDialog
          machine={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          onDone={(made) => {
            setEditing(null)
            setShown(made)
            void mutate()
          }}
        />
      )}
      <Dialog
        open={shown !== null}
        // a secret that is shown once is not closed by a slip of the hand
        onClose={() => undefined}
        title="Секрет системы"
        actions={<Button onClick={() => setShown(null)}>Передал, закрыть</Button>}
      >
        {shown && <SecretOnce {...shown} />}
      </Dialog>
    </section>
  )
}
