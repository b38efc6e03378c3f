import { useState } from 'react'
import type { ReviewItem } from '#contract/calls/office/review.ts'
import { Icon } from '#ui/icons.tsx'
import { Kbd } from '#ui/show/Tag.tsx'
import { useKeys } from '../keys/useKeys.ts'
import { Picture, type View } from './Picture.tsx'
import { firstRectangle, nudged, type Rectangle, type Turns } from './rectangle.ts'
import { ownShots, type Shot, shotsOf, toCompare } from './shots.ts'
import { Thumbnails } from './Thumbnails.tsx'
import s from './Viewer.module.css'

type Props = {
  item: ReviewItem
  items: readonly ReviewItem[]
  rectangle: Rectangle | undefined
  drawing: boolean
  onDraw(on: boolean): void
  onChoose(step: number): void
  /** None: looking only */
  onRectangle: ((rectangle: Rectangle | undefined) => void) | undefined
}

const straight: View = { zoom: 1, turns: 0 }

/** Pictures and video of the item: zoom, turn, two side by side, a frame around what is wrong */
export function Viewer({ item, items, rectangle, drawing, onDraw, onChoose, onRectangle: onOwn }: Props) {
  const shots = shotsOf(items)
  const own = ownShots(item, items, shots)
  const [picked, setPicked] = useState<string>()
  const [beside, setBeside] = useState<string | null>(null)
  const [view, setView] = useState<View>(straight)
  const shot = own.find(({ id }) => id === picked) ?? own.find(({ before }) => !before) ?? own[0]
  // a frame is drawn on the item's own picture: another's goes back with its own item
  const onRectangle = shot?.step === item.step ? onOwn : undefined
  const other = beside === null ? undefined : shots.find(({ id }) => id === beside)

  const zoom = () => setView(({ zoom, turns }) => ({ zoom: zoom >= 4 ? 1 : zoom * 2, turns }))
  const turn = () => setView(({ zoom, turns }) => ({ zoom, turns: ((turns + 1) % 4) as Turns }))
  const compare = () => setBeside(other || !shot ? null : (toCompare(shot, shots)?.id ?? null))
  const frame = () => {
    if (!onRectangle) return
    if (!drawing && !rectangle) onRectangle(firstRectangle)
    onDraw(!drawing)
  }
  const nudge = (event: KeyboardEvent) => onRectangle?.(nudged(rectangle ?? firstRectangle, event.code, event.shiftKey))
  const arrows = ['arrowLeft', 'arrowRight', 'arrowUp', 'arrowDown'].flatMap((key) => [key, `shift+${key}`])
  const done = () => onDraw(false)
  const finish = [
    ['enter', done],
    ['escape', done],
    [
      'delete',
      () => {
        onRectangle?.(undefined)
        done()
      },
    ],
  ] as const
  const still = shot !== undefined && !shot.video
  useKeys({
    ...(still && { z: zoom, o: turn, ...(onRectangle && { r: frame }) }),
    ...(shot && { b: compare }),
    ...(drawing && still && Object.fromEntries([...arrows.map((key) => [key, nudge]), ...finish])),
  })

  const pick = ({ id, step }: Shot) => {
    setPicked(id)
    setView(straight)
    if (step !== item.step && !own.some((each) => each.id === id)) onChoose(step)
  }

  return (
    <div className={s.viewer}>
      {shot ? (
        <>
          {still && (
            <div className={s.tools}>
              <Tool keyName="Z" text={view.zoom === 1 ? 'Увеличить' : `${view.zoom}×`} onClick={zoom} />
              <Tool keyName="O" text="Повернуть" onClick={turn} />
              <Tool keyName="B" text={other ? 'Убрать второй' : 'Сравнить'} onClick={compare} />
              {onRectangle && <Tool keyName="R" text={drawing ? 'Готово' : 'Обвести'} onClick={frame} />}
            </div>
          )}
          <div className={other ? s.two : s.one}>
            <Picture
              key={shot.id}
              shot={shot}
              view={view}
              rectangle={shot.before ? undefined : rectangle}
              onRectangle={drawing && !shot.before ? onRectangle : undefined}
            />
            {other && <Picture key={other.id} shot={other} view={straight} rectangle={undefined} />}
          </div>
          {drawing && (
            <p className={s.hint}>
              Обведите мышью или двигайте стрелками, с Shift — размер. <Kbd>Enter</Kbd> готово, <Kbd>Del</Kbd> убрать.
            </p>
          )}
        </>
      ) : (
        <div className={s.none}>
          <Icon name="image" size={34} />
          <p>К этому пункту нет снимков.</p>
        </div>
      )}
      {shots.length > 0 && <Thumbnails shots={shots} chosen={shot?.id} onPick={pick} />}
    </div>
  )
}

function Tool({ keyName, text, onClick }: { keyName: string; text: string; onClick(): void }) {
  return (
    <button type="button" className={s.tool} onClick={onClick}>
      {text} <Kbd>{keyName}</Kbd>
    </button>
  )
}
