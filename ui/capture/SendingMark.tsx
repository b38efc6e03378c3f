import { formatPercent } from '#contract/money.ts'
import { Notice } from '../feedback/Notice.tsx'
import { Stack } from '../frame/Stack.tsx'
import { Progress } from '../show/Progress.tsx'
import type { SendingState } from './sending.ts'

/** Where the file is: on this device and on its way, checked, or refused with the reason */
export function SendingMark({ state, onDevice }: { state: SendingState; onDevice: boolean }) {
  if (state.is === 'stored') return <Notice tone="good" title="Дошло и проверено" live />
  if (state.is === 'refused')
    return (
      <Notice tone="bad" title="Не подошло" live>
        {state.message}
      </Notice>
    )
  const place = onDevice ? 'Сохранено на этом устройстве' : 'Не закрывайте страницу'
  const share = state.is === 'checking' ? 1 : state.share
  const doing = { sending: 'отправляем', waiting: 'ждём связи, отправка продолжится сама', checking: 'проверяем' }[
    state.is
  ]
  return (
    <Stack gap="small">
      <p role="status">
        {place}, {doing}
      </p>
      <Progress value={share} label={`Отправлено ${formatPercent(String(Math.round(share * 100)))}`} />
    </Stack>
  )
}
