import type { CallAnswer } from '#contract/call.ts'
import { decideGrant, type officeStaff, type StaffRoles } from '#contract/calls/office/staff.ts'
import { Button } from '#ui/actions/Button.tsx'
import { type Column, Table } from '#ui/show/Table.tsx'
import { makeCall } from '../calls.ts'
import { Sheet } from '../frame/ListScreen.tsx'
import { useMoments } from '../moments.ts'
import { useAct } from '../useAct.ts'
import s from './StaffScreen.module.css'
import { staffWords, titleOfRole } from './words.ts'

type Grant = CallAnswer<typeof officeStaff>['grants'][number]
type Props = {
  people: CallAnswer<typeof officeStaff>['items']
  roles: StaffRoles
  grants: readonly Grant[]
  onDecided(): Promise<unknown>
}

function whatText({ kind, role }: Grant, roles: StaffRoles): string {
  const name = titleOfRole(roles, role).toLowerCase()
  if (kind === 'add') return `новый сотрудник: ${name}`
  if (kind === 'reset') return 'сбросить вход'
  return kind === 'open' ? `открыть вход: ${name}` : `новая роль: ${name}`
}

/** Rights one administrator asked for and another has to confirm */
export function Grants({ people, roles, grants, onDecided }: Props) {
  const moment = useMoments()
  const { isBusy, act } = useAct({ words: staffWords, after: onDecided })
  const decide = ({ id, kind }: Grant, confirm: boolean) =>
    act(async () => {
      await makeCall(decideGrant, { params: { id }, body: { confirm } })
      return confirm ? (kind === 'reset' ? 'Вход сброшен: выдайте новую ссылку' : 'Подтверждено') : 'Отклонено'
    }, id)
  const columns: readonly Column<Grant>[] = [
    { key: 'who', title: 'Кому', head: true, cell: ({ staffId }) => people.find(({ id }) => id === staffId)?.name },
    { key: 'what', title: 'Что', cell: (grant) => whatText(grant, roles) },
    { key: 'by', title: 'Кто просит', cell: ({ askedBy, at }) => `${askedBy}, ${moment(at)}` },
    {
      key: 'decide',
      title: 'Решение',
      cell: (grant) => (
        <span className={s.decide}>
          {grant.mayConfirm ? (
            <>
              <Button small busy={isBusy(grant.id)} onClick={() => void decide(grant, true)}>
                Подтвердить
              </Button>
              <Button small kind="quiet" busy={isBusy(grant.id)} onClick={() => void decide(grant, false)}>
                Отклонить
              </Button>
            </>
          ) : (
            <>
              Нужен другой администратор
              <Button small kind="quiet" busy={isBusy(grant.id)} onClick={() => void decide(grant, false)}>
                Отозвать
              </Button>
            </>
          )}
        </span>
      ),
    },
  ]
  return (
    <>
      <h2>Ждут подтверждения</h2>
      <Sheet>
        <Table caption="Ждут подтверждения" columns={columns} rows={grants} rowKey={({ id }) => id} />
      </Sheet>
      <h2>Все сотрудники</h2>
    </>
  )
}
