import { Button } from '#ui/actions/Button.tsx'
import { Card } from '#ui/frame/Card.tsx'
import { Page } from '#ui/frame/Page.tsx'
import { Soft } from '#ui/frame/Stack.tsx'
import { Details } from '#ui/show/Details.tsx'
import s from './Drawing.module.css'
import { Drawing } from './Drawing.tsx'
import { type Guide, guides, ownGuide } from './guides.ts'

/** `/mediapermissionshelp`: how to allow the camera and the microphone, for this browser and system first */
export default function MediaPermissionsHelp() {
  const own = ownGuide(navigator.userAgent)
  return (
    <Page title="Как разрешить камеру и микрофон" back={() => history.back()}>
      <Soft>Камера нужна для фото паспорта, микрофон — для короткого видео. Введённое не пропадёт.</Soft>
      <Card title={`У вас: ${own.title}`}>
        <Steps guide={own} />
        <Button onClick={() => history.back()}>Готово, вернуться</Button>
      </Card>
      <Card title="Другой браузер">
        <div>
          {guides
            .filter((guide) => guide !== own)
            .map((guide) => (
              <Details key={guide.title} title={guide.title}>
                <Steps guide={guide} />
              </Details>
            ))}
        </div>
      </Card>
      <Soft>
        Не получилось? Откройте заявку на другом телефоне: войдите по тому же номеру и продолжите с того же места.
      </Soft>
    </Page>
  )
}

function Steps({ guide }: { guide: Guide }) {
  return (
    <>
      <Drawing place={guide.place} />
      <ol className={s.steps}>
        {guide.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </>
  )
}
