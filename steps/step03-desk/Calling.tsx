import { useEffect } from 'react'
import type { CallAnswer } from '#contract/call.ts'
import { callingNow } from '#contract/calls/calling.ts'
import { Card } from '#ui/frame/Card.tsx'
import { useServices } from '#ui/services.ts'
import { useRead } from '#ui/useRead.ts'

type Seen = CallAnswer<typeof callingNow>['calling'] | 'unknown'

/** Whether it is us who call: a fraudster cannot make this card say so */
export function Calling() {
  const { requests, now } = useServices()
  // the live notice of a call comes as one of the requests: they are read anew, and so is this
  const { data, failure, again } = useRead(callingNow, {}, { watch: requests })
  const seen: Seen = data && failure === null ? data.calling : 'unknown'

  const until = typeof seen === 'object' ? seen?.until : undefined
  useEffect(() => {
    if (!until) return
    const timer = setTimeout(() => void again(), Math.max(1000, Date.parse(until) - now().getTime() + 500))
    return () => clearTimeout(timer)
  }, [until, again, now])

  return (
    <Card title="Вам звонят от нас?">
      <p role="status">
        <Words seen={seen} />
      </p>
      <p>
        Мы никогда не спрашиваем код из СМС, пароль и данные карты, не просим перевести деньги или установить программу.
      </p>
    </Card>
  )
}

function Words({ seen }: { seen: Seen }) {
  if (seen === 'unknown') return 'Не получилось узнать. Не продолжайте разговор, пока здесь нет ответа.'
  if (!seen) return 'Мы вам сейчас не звоним. Если звонят от нашего имени — это мошенники, положите трубку.'
  return (
    <>
      Вам сейчас звонит наш сотрудник: <strong>{seen.name}</strong>
    </>
  )
}
