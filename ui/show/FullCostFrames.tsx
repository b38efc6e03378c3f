import s from './FullCostFrames.module.css'

type FullCostFramesProps = {
  /** «292,000 %» */
  percent: string
  /** «1 680,00» */
  roubles: string
}

/**
 * The two square frames of the full cost. Federal law 353-FZ, article 6 part 1: black on white, capital letters, clear
 * and of the largest size on the page; so no theme touches them.
 */
export function FullCostFrames({ percent, roubles }: FullCostFramesProps) {
  return (
    <div className={s.frames}>
      <p>
        Полная стоимость займа <b>{percent}</b> годовых
      </p>
      <p>
        Полная стоимость займа <b>{roubles}</b> рублей
      </p>
    </div>
  )
}
