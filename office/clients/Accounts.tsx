import { useState } from 'react'
import { type ClientCard, joinClients, partClient, undoLink } from '#contract/calls/office/clients.ts'
import { hasRight } from '#contract/roles.ts'
import { Button } from '#ui/actions/Button.tsx'
import { CallError } from '#ui/callError.ts'
import { toast } from '#ui/feedback/toast.ts'
import { newKey } from '#ui/shell/newKey.ts'
import { Tag } from '#ui/show/Tag.tsx'
import { makeCall } from '../calls.ts'
import { useMoments } from '../moments.ts'
import { useStaff } from '../session.ts'
import { Part } from './CardParts.tsx'

type Props = { readonly card: ClientCard; onDone(): void }

const said = { joined: 'подтверждён', parted: 'другой человек' } as const

/** The accounts of the person; who has the right confirms, parts, takes back. Where money is out the word waits for a second one */
export function Accounts({ card, onDone }: Props) {
  const me = useStaff()
  const moment = useMoments()
  const [busy, setBusy] = useState(false)

  const run = async (act: () => Promise<{ stands: boolean }>) => {
    setBusy(true)
    try {
      const { stands } = await act()
      toast(stands ? 'Готово, записано в журнал' : 'Нужен второй сотрудник: пока всё по-прежнему')
      onDone()
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
      toast(failure.message)
    } finally {
      setBusy(false)
    }
  }
  const key = () => ({ key: newKey() })
  return (
    <Part title={`Аккаунты (${card.accounts.length})`} empty={false}>
      <ul>
        {card.accounts.map(({ id, phone, name, since, link }) => (
          <li key={id}>
            <span>
              {phone}, {name}
            </span>
            {link && <Tag tone="warn">{link.waits ? `${said[link.says]}, ждёт второго` : said[link.says]}</Tag>}
            {hasRight(me, 'clients.join') && id !== card.id && (
              <>
                {(!link || link.waits) && (
                  <>
                    <Button
                      small
                      kind="soft"
                      wide={false}
                      busy={busy}
                      onClick={() =>
                        void run(() => makeCall(joinClients, { params: { id: card.id }, body: { with: id } }, key()))
                      }
                    >
                      Один человек
                    </Button>
                    <Button
                      small
                      kind="quiet"
                      wide={false}
                      busy={busy}
                      onClick={() => void run(() => makeCall(partClient, { params: { id } }, key()))}
                    >
                      Разные люди
                    </Button>
                  </>
                )}
                {link && (
                  <Button
                    small
                    kind="quiet"
                    wide={false}
                    busy={busy}
                    onClick={() => void run(() => makeCall(undoLink, { params: { id: link.id } }, key()))}
                  >
                    Отменить слово
                  </Button>
                )}
              </>
            )}
            <small>с {moment(since)}</small>
          </li>
        ))}
      </ul>
    </Part>
  )
}
