import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { CallAnswer } from '#contract/call.ts'
import { answerHandover, seeHandover, startHandover } from '#contract/calls/handover.ts'
import { nextStep } from '#contract/flow.ts'
import { Button } from '../actions/Button.tsx'
import { CallError } from '../callError.ts'
import { Notice } from '../feedback/Notice.tsx'
import { Card } from '../frame/Card.tsx'
import { Soft, Stack } from '../frame/Stack.tsx'
import { type RequestScreenProps, useServices } from '../services.ts'
import { Details } from '../show/Details.tsx'
import { ListRow } from '../show/ListRow.tsx'
import { Rows } from '../show/Rows.tsx'
import { MatchNumber } from './MatchNumber.tsx'
import s from './PhoneWay.module.css'

const everyMs = 2000

type Seen = CallAnswer<typeof seeHandover>

/** A window wide enough to be a computer's; an old Safari does not tell when it changes */
const room = () => matchMedia('(min-width: 700px)')

function watchRoom(changed: () => void): () => void {
  const query = room()
  query.addEventListener?.('change', changed)
  return () => query.removeEventListener?.('change', changed)
}

/** Lends the photos and the video to a phone: a one-time link as a QR code, the same number on both screens */
export function PhoneWay({ request }: { request: RequestScreenProps }) {
  const { requestId } = request
  const { call } = useServices()
  const [seen, setSeen] = useState<Seen | null>(null)
  const [shown, setShown] = useState(false)
  const [agreed, setAgreed] = useState(false)
  const roomy = useSyncExternalStore(watchRoom, () => room().matches)
  const look = useCallback(
    () =>
      call(seeHandover, { params: { id: requestId } }).then(setSeen, () => {
        // the next look tells
      }),
    [call, requestId],
  )
  const watched = shown || seen?.state === 'comparing' || seen?.state === 'joined'
  useEffect(() => {
    void look()
    if (!watched) return
    const timer = setInterval(() => void look(), everyMs)
    return () => clearInterval(timer)
  }, [look, watched])

  async function say(same: boolean): Promise<void> {
    setAgreed(same)
    await call(answerHandover, { params: { id: requestId }, body: { same } }).catch(() => undefined)
    await look()
  }

  if (!roomy || !seen) return null
  const from = seen.device ? ` (${seen.device})` : ''
  if (seen.state === 'joined')
    return (
      <Card title="Телефон подключён">
        <p>Снимайте там{from}: снимки появятся здесь сами.</p>
        <Arriving request={request} />
        <Button kind="soft" onClick={() => void say(false)}>
          Отключить телефон
        </Button>
      </Card>
    )
  if (seen.state === 'comparing' && seen.number)
    return (
      <Card title="На телефоне то же число?">
        <MatchNumber number={seen.number} />
        {agreed ? (
          <p role="status">Хорошо. Теперь подтвердите на телефоне.</p>
        ) : (
          <Stack>
            <Soft>Ссылку открыл телефон{from}. Если число другое, её открыл кто-то чужой.</Soft>
            <Button onClick={() => void say(true)}>Число то же</Button>
            <Button kind="soft" onClick={() => void say(false)}>
              Число другое
            </Button>
          </Stack>
        )}
      </Card>
    )
  return (
    <Details title="Продолжить на телефоне" lazy>
      <Link requestId={requestId} over={shown && seen.state === 'over'} onShown={setShown} />
    </Details>
  )
}

/** What has come from the phone so far; the way on once it is everything */
function Arriving({ request: { needed, detail, goOn } }: { request: RequestScreenProps }) {
  const rows = needed
    .filter(({ stage }) => stage === 'capture')
    .flatMap(({ number, title, media }) => {
      const kept = detail.steps.find((step) => step.number === number)
      return media ? [{ number, title, media, here: kept?.accepted === true, file: kept?.raw[media.answer] }] : []
    })
  const numbers = needed.map(({ number }) => number)
  return (
    <>
      <Rows>
        {rows.map(({ number, title, media, here, file }) => (
          <ListRow
            key={number}
            icon={here ? 'check' : 'camera'}
            tone={here ? 'done' : 'plain'}
            title={title}
            sub={here ? 'Дошло и проверено' : 'Ещё не снято'}
            end={
              here &&
              media.kind === 'photo' && <img className={s.arrived} src={`/service/uploads/${file}/file`} alt="" />
            }
          />
        ))}
      </Rows>
      {rows.every(({ here }) => here) && (
        <Button onClick={() => goOn(nextStep(rows.at(-1)?.number ?? 0, numbers, detail.steps))}>Продолжить</Button>
      )}
    </>
  )
}

type LinkProps = {
  requestId: string
  /** The link that is shown is no longer good */
  over: boolean
  onShown(shown: boolean): void
}

function Link({ requestId, over, onShown }: LinkProps) {
  const { call } = useServices()
  const [address, setAddress] = useState('')
  const [problem, setProblem] = useState('')

  const start = useCallback(async () => {
    onShown(false)
    setProblem('')
    try {
      const { token } = await call(startHandover, { params: { id: requestId } })
      setAddress(`${location.origin}/phone#${token}`)
      onShown(true)
    } catch (error) {
      setProblem(error instanceof CallError ? error.message : 'Не получилось. Проверьте связь и попробуйте ещё раз.')
    }
  }, [call, requestId, onShown])
  useEffect(() => {
    void start()
    return () => onShown(false)
  }, [start, onShown])

  if (problem || over)
    return (
      <Stack>
        <Notice tone="warn" live>
          {problem || 'Этот код больше не действует.'}
        </Notice>
        <Button kind="soft" onClick={() => void start()}>
          Показать новый код
        </Button>
      </Stack>
    )
  return (
    <>
      <Soft>Наведите камеру телефона на код. Входить там не нужно: телефон сделает только снимки и видео.</Soft>
      {address && <Code address={address} />}
      <Soft>Код на один раз, действует 10 минут. Никому его не пересылайте.</Soft>
    </>
  )
}

function Code({ address }: { address: string }) {
  const [rows, setRows] = useState<readonly (readonly boolean[])[]>([])
  useEffect(() => {
    void import('qr').then(({ default: encode }) => setRows(encode(address, 'raw')))
  }, [address])
  const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      className={s.code}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      role="img"
      aria-label="QR-код со ссылкой для телефона"
      data-address={address}
    >
      <path d={path} />
    </svg>
  )
}
