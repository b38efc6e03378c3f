import { PhotoStep } from '#ui/capture/PhotoStep.tsx'
import type { RequestScreenProps } from '#ui/services.ts'
import { PhotoFrame } from '#ui/show/PhotoFrame.tsx'
import { step } from './step.ts'

export const whole = true

export default function Screen(props: RequestScreenProps) {
  return (
    <PhotoStep {...props} step={step}>
      <PhotoFrame title="Страница с последним штампом регистрации" icon="home" />
      <p>Откройте страницу с последней отметкой о регистрации. Штамп должен читаться целиком.</p>
    </PhotoStep>
  )
}
