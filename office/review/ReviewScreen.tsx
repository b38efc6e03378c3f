import { useParams } from 'wouter'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Loading } from '../frame/Loading.tsx'
import { Screen } from '../frame/Screen.tsx'
import { Trouble } from '../frame/Trouble.tsx'
import { ReviewPage } from './ReviewPage.tsx'
import { useReview } from './useReview.ts'

/** /office/requests/:id */
export function ReviewScreen() {
  const { id = '' } = useParams<{ id: string }>()
  return <OneReview key={id} id={id} />
}

function OneReview({ id }: { id: string }) {
  const desk = useReview(id)
  if (desk.review) return <ReviewPage id={id} desk={desk} review={desk.review} />
  return (
    <Screen title="Заявка">
      {desk.error?.code === 'too_often' && (
        <Notice tone="bad" title="За этот час вы открыли слишком много заявок" live>
          Личные данные покажем позже. Запись об этом есть в журнале: скажите руководителю, если так и нужно.
        </Notice>
      )}
      {desk.error ? <Trouble error={desk.error} onAgain={() => void desk.reload()} /> : <Loading />}
    </Screen>
  )
}
