import { VideoStep } from '#ui/capture/VideoStep.tsx'
import type { RequestScreenProps } from '#ui/services.ts'
import { step } from './step.ts'

export const whole = true

export default function Screen(props: RequestScreenProps) {
  return (
    <VideoStep {...props} step={step}>
      <p>
        Включите камеру и нажмите «Записать»: на экране появятся шесть цифр. Прочитайте их вслух не спеша. Хватит десяти
        секунд, не вышло — запишите ещё раз.
      </p>
      <p>Так мы узнаём, что заявку подаёте вы сами. Запись увидит только сотрудник, который проверяет заявку.</p>
    </VideoStep>
  )
}
