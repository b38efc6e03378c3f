import { PhotoStep } from '#ui/capture/PhotoStep.tsx'
import type { RequestScreenProps } from '#ui/services.ts'
import { PhotoFrame } from '#ui/show/PhotoFrame.tsx'
import { step } from './step.ts'

export const whole = true

export default function Screen(props: RequestScreenProps) {
  return (
    <PhotoStep {...props} step={step}>
      <PhotoFrame title="Разворот с вашим фото, целиком" icon="passport" />
      <p>Положите паспорт на стол у окна, раскройте на странице с фото. Все четыре угла в кадре, без бликов.</p>
    </PhotoStep>
  )
}
