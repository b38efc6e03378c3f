import { type ClientCard, joinClients, partClient, undoLink } from '#contract/calls/office/clients.ts'
import { hasRight } from '#contract/roles.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Tag } from '#ui/show/Tag.tsx'
import { makeCall } from '../calls.ts'
import { useMoments } from '../moments.ts'
import { useStaff } from '../session.ts'
import { useAct } from '../useAct.ts'
import { Part } from './CardParts.tsx'

type Props = { readonly card: ClientCard; onDone(): void }

const said = { joined: 'подтверждён', parted: 'другой человек' } as const

/** The accounts of the person; who has the right confirms, parts, takes back. Where money is out the word waits for a second one */
export function Accounts({ card, onDone }: Props) {
  const me = useStaff()
  const moment = useMoments()
  const { busy, act } = useAct()

  const run = (say: (key: { key: string }) => Promise<{ stands: boolean }>, ...meaning: readonly string[]) =>
    void act(async (keyFor) => {
      const { stands } = await say({ key: keyFor(...meaning) })
      onDone()
      return stands ? 'Готово, записано в журнал' : 'Нужен второй сотрудник: пока всё по-прежнему'
    })
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
                        run(
                          (key) => makeCall(joinClients, { params: { id: card.id }, body: { with: id } }, key),
                          'join',
                          id,
                        )
                      }
                    >
                      Один человек
                    </Button>
                    <Button
                      small
                      kind="quiet"
                      wide={false}
                      busy={busy}
                      onClick={() => run((key) => makeCall(partClient, { params: { id } }, key), 'part', id)}
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
                    onClick={() => run((key) => makeCall(undoLink, { params: { id: link.id } }, key), 'undo', link.id)}
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
