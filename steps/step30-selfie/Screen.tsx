import { PhotoStep } from '#ui/capture/PhotoStep.tsx'
import type { RequestScreenProps } from '#ui/services.ts'
import { PhotoFrame } from '#ui/show/PhotoFrame.tsx'
import { step } from './step.ts'

export const whole = true

export default function Screen(props: RequestScreenProps) {
  return (
    <PhotoStep {...props} step={step}>
      <PhotoFrame title="Вы и раскрытый паспорт рядом с лицом" icon="user" />
      <p>Держите паспорт раскрытым рядом с лицом, не закрывая его пальцами. Снимите очки и встаньте лицом к свету.</p>
    </PhotoStep>
  )
}
