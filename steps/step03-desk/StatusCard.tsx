import { formatDate, type IsoDate } from '#contract/dates.ts'
import { formatRoubles, kopecks } from '#contract/money.ts'
import type { LoanRequest } from '#contract/request.ts'
import { formatCount } from '#contract/russian.ts'
import { countedPlaces, deriveStatus } from '#contract/status.ts'
import { findProduct, formatTerm } from '#contract/wish.ts'
import { officeOpen } from '#contract/workingDays.ts'
import { dateInZone, formatDateTime } from '#contract/zones.ts'
import { ButtonLink } from '#ui/actions/Button.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Card } from '#ui/frame/Card.tsx'
import { useServices } from '#ui/services.ts'
import { Facts } from '#ui/show/Facts.tsx'
import { Scene } from '#ui/show/Scene.tsx'
import { Track } from '#ui/show/Track.tsx'
import { CoolingOff } from './CoolingOff.tsx'
import { Payout } from './Payout.tsx'
import { Prolongation } from './Prolongation.tsx'
import { RunningLoan } from './RunningLoan.tsx'
import { refusals } from './words.ts'

/** The one card for what matters now: the state in plain words, what happens next, who acts, by when. */
export function StatusCard({ request }: { request: LoanRequest }) {
  const { lender } = useServices()
  const { terms } = request
  const product = terms && findProduct(lender, terms.product)
  const above =
    terms && product && `Заявка на ${formatRoubles(kopecks(terms.amount))}, ${formatTerm(product, terms.term)}`
  switch (deriveStatus(request).status) {
    case 'New':
      return (
        <Card main title="Заполните заявку" above={above}>
          <Track at={0} />
          <p>Всё введённое сохранено. Продолжайте с того места, где остановились, с любого устройства.</p>
          <ButtonLink href="/step5">Продолжить</ButtonLink>
        </Card>
      )
    case 'RollbackVerification':
      return (
        <Card main title="Нужно кое-что поправить" above={above} tone="warn">
          <Track at={0} />
          <p>
            Сотрудник проверил заявку и вернул{' '}
            {formatCount(request.returned?.length ?? 0, 'пункт', 'пункта', 'пунктов')}. Остальное принято, заново
            заполнять не нужно.
          </p>
          <ButtonLink href="/step5">Посмотреть и поправить</ButtonLink>
        </Card>
      )
    case 'Verification':
      return (
        <Card main title="Проверяем заявку" above={above}>
          <Track at={1} />
          <Scene of="reading" />
          <p>От вас сейчас ничего не нужно. Ответим сообщением и здесь, страницу можно закрыть.</p>
          <Queue request={request} />
          <Closed />
        </Card>
      )
    case 'Hyb_Verification_Approved':
      return (
        <Card main title="Принимаем решение" above={above}>
          <Track at={1} />
          <Scene of="deciding" />
          <p>Данные проверены. Решение придёт через несколько минут: сообщением и здесь.</p>
          <Bureaus since={request.updatedAt} />
        </Card>
      )
    case 'Approved':
      return (
        <Card main title="Заявка одобрена" above={above}>
          <Track at={2} />
          <p>
            Прочитайте условия и решите.
            {request.offerUntil &&
              ` Предложение действует до ${formatDate(request.offerUntil as IsoDate)}, условия не изменятся.`}
          </p>
          <ButtonLink href="/step38">Посмотреть условия</ButtonLink>
        </Card>
      )
    case 'Cooldown':
      return <CoolingOff request={request} above={above} />
    case 'Payout':
      return <Payout request={request} above={above} />
    case 'Processed':
      return <Processed request={request} above={above} />
    case 'Rejected':
      return <Rejected request={request} above={above} />
    case 'prolongate':
      return <Prolongation request={request} />
    case 'noResolveStatus':
      return (
        <Card main title="Уточняем состояние заявки" above={above}>
          <p>Обновите страницу через минуту. Если ничего не изменится, напишите нам.</p>
        </Card>
      )
  }
}

/** Without the answers of all credit bureaus nobody may lend: one that waits longer is told whom for. */
function Bureaus({ since }: { since: string }) {
  const { now } = useServices()
  if (now().getTime() - Date.parse(since) < bureausMs) return null
  return (
    <Notice>
      Ждём ответа бюро кредитных историй: без него выдать заём нельзя. Данные сохранены, делать ничего не нужно.
    </Notice>
  )
}

const bureausMs = 5 * 60_000

/** At night nobody reads: from when somebody does. */
function Closed() {
  const { lender, now } = useServices()
  const office = officeOpen(now(), lender.hours, lender.zone)
  if (office.open) return null
  return <Notice>Сейчас мы закрыты. Продолжим проверку {formatDateTime(office.opensAt, lender.zone)}.</Notice>
}

function Queue({ request }: { request: LoanRequest }) {
  const { queue } = request
  if (!queue) return <Facts facts={[{ value: 'Проверяют', label: 'заявка у сотрудника' }]} />
  return (
    <Facts
      facts={[
        {
          value: queue.position > countedPlaces ? `дальше ${countedPlaces}-й` : `${queue.position}-я`,
          label: 'в очереди',
        },
        ...(queue.medianMinutes === undefined
          ? []
          : [{ value: `≈ ${queue.medianMinutes} мин`, label: 'обычно на этой неделе' }]),
      ]}
    />
  )
}

type PartProps = { request: LoanRequest; above: string | null | undefined }

function Processed({ request, above }: PartProps) {
  const { lender } = useServices()
  const { loan, payout } = request
  const closed = loan && loan.state !== 'running'
  if (loan?.state === 'running')
    return <RunningLoan key={loan.dueDate} main request={{ ...request, loan }} above={above} />
  return (
    <Card main title={closed ? 'Заём закрыт' : 'Деньги выплачены'} above={above}>
      <Track at={4} />
      {payout && (
        <p>
          {payout.destination && `${payout.destination}, `}
          {formatDateTime(new Date(payout.at), lender.zone)}
        </p>
      )}
      {loan && (
        <ButtonLink href={`/step35?loan=${loan.id}`} kind="soft">
          Посмотреть заём
        </ButtonLink>
      )}
      {closed && <ButtonLink href="/step19">Новая заявка</ButtonLink>}
    </Card>
  )
}

function Rejected({ request, above }: PartProps) {
  const { reason, comeBackOn } = request.rejection ?? { reason: 'other' as const, comeBackOn: undefined }
  const { title, why, what } = refusals[reason]
  const { lender, now } = useServices()
  const early = comeBackOn !== undefined && comeBackOn > dateInZone(now(), lender.zone)
  return (
    <Card main title={title} above={above}>
      <p>{why}</p>
      <Notice>
        {what}
        {early &&
          ` Новую заявку лучше подать с ${formatDate(comeBackOn as IsoDate)}: до этого ответ, скорее всего, будет тем же.`}
      </Notice>
      <ButtonLink href="/step19" kind={early ? 'quiet' : 'soft'}>
        {early ? 'Всё равно подать сейчас' : 'Новая заявка'}
      </ButtonLink>
    </Card>
  )
}
